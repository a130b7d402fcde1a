import type {
  ActorAddress,
  ActorAddresses,
  CorpusTag,
  TagCorpus,
  TaggedAddress,
} from "../../core/wallet_risk/ports.ts";
import {
  bucketOf,
  type CorpusColumns,
  type CorpusHeader,
  keyBytesMax,
  templateFields,
  templateFlags,
} from "./corpus_format.ts";
import { packKey, unpackKey } from "./pack_key.ts";
import { walkAddresses } from "./walk_corpus.ts";

/** A tag without its address. */
type Template = Omit<CorpusTag, "network" | "address">;

/** Opens look-ups in checked columns. Texts are decoded at their first use. */
export function lookUpIn(
  header: CorpusHeader,
  columns: CorpusColumns,
): Pick<TagCorpus, "find" | "sameActor" | "walk"> {
  const addresses = openAddresses(header, columns);
  const templates = openTemplates(header, columns);
  const actors = openActors(header, columns, templates);

  function tagsOf(address: number, network: string, key: string): readonly CorpusTag[] {
    const tags: CorpusTag[] = [];
    for (let tag = columns.tagStarts[address]!; tag < columns.tagStarts[address + 1]!; tag++) {
      const written = addresses.writtenOf(tag) ?? key;
      tags.push({ network, address: written, ...templates(columns.tagTemplates[tag]!) });
    }
    return tags;
  }

  return {
    find(network, key) {
      const address = addresses.find(network, key);
      return address === null ? [] : tagsOf(address, network, key);
    },
    sameActor(actorIds, except, max): ActorAddresses {
      const known = [...new Set(actorIds)].filter(actors.isKnown);
      const asked = new Set(known);
      const own = addresses.find(except.network, except.address);
      const isMember = own !== null && actors.labelUnder(own, asked) !== null;
      const first = new Set(known.flatMap((id) => [...actors.members(id).subarray(0, max + 1)]));
      if (own !== null) first.delete(own);
      const listed: ActorAddress[] = [...first].map((address) => ({
        network: addresses.networkOf(address),
        address: addresses.keyOf(address),
        label: actors.labelUnder(address, asked) ?? "",
      }));
      return {
        total: Math.max(0, actors.countDistinct(known) - Number(isMember)),
        addresses: listed.sort(byNetworkAndAddress).slice(0, max),
      };
    },
    walk: () =>
      walkAddresses(header, columns, {
        templateText: (number) => JSON.stringify(templates(number)),
        writtenOf: addresses.writtenOf,
      }),
  };
}

function openActors(
  { actors }: CorpusHeader,
  { actorStarts, actorAddresses, tagStarts, tagTemplates }: CorpusColumns,
  templates: (number: number) => Template,
) {
  const numbers = new Map(actors.map((id, number) => [id, number]));

  /** The addresses of a known actor. */
  function members(id: string): Uint32Array {
    const number = numbers.get(id)!;
    return actorAddresses.subarray(actorStarts[number]!, actorStarts[number + 1]!);
  }

  /** The label of an address's first tag with one of these actors; null without one. */
  function labelUnder(address: number, actorIds: ReadonlySet<string>): string | null {
    for (let tag = tagStarts[address]!; tag < tagStarts[address + 1]!; tag++) {
      const { actorId, label } = templates(tagTemplates[tag]!);
      if (actorId !== null && actorIds.has(actorId)) return label;
    }
    return null;
  }

  return {
    isKnown: (id: string) => numbers.has(id),
    members,
    labelUnder,
    /** Counts the distinct members of several actors by walking all except the largest. */
    countDistinct(actorIds: readonly string[]): number {
      const largestFirst = actorIds.map((id) => ({ id, of: members(id) }))
        .sort((a, b) => b.of.length - a.of.length);
      const before = new Set<string>();
      let count = 0;
      for (const { id, of } of largestFirst) {
        count += before.size === 0
          ? of.length
          : of.reduce((sum, one) => sum + Number(labelUnder(one, before) === null), 0);
        before.add(id);
      }
      return count;
    },
  };
}

/** Orders by code units, like the lists of a corpus. */
export function byNetworkAndAddress(a: TaggedAddress, b: TaggedAddress): number {
  if (a.network !== b.network) return a.network < b.network ? -1 : 1;
  return a.address < b.address ? -1 : Number(a.address > b.address);
}

function openAddresses({ networks, counts }: CorpusHeader, columns: CorpusColumns) {
  const { buckets, keyStarts, keys, writtenTags, writtenStarts, written } = columns;
  const networkNumbers = new Map(networks.map((code, number) => [code, number]));
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const asked = new Uint8Array(keyBytesMax);
  // One address is looked up on many networks, and packing its key costs more than the look-up.
  let packed: { readonly key: string; readonly length: number | null } | null = null;

  function packOnce(key: string): number | null {
    if (packed?.key !== key) packed = { key, length: packKey(key, asked) };
    return packed.length;
  }

  function isAt(address: number, network: number, length: number): boolean {
    const start = keyStarts[address]!;
    if (keyStarts[address + 1]! - start !== length) return false;
    if (columns.networks[address] !== network) return false;
    for (let at = 0; at < length; at++) {
      if (keys[start + at] !== asked[at]) return false;
    }
    return true;
  }

  return {
    find(networkCode: string, key: string): number | null {
      const network = networkNumbers.get(networkCode);
      if (network === undefined) return null;
      const length = packOnce(key);
      if (length === null) return null;
      const bucket = bucketOf(network, asked, length, counts.bucketBits);
      for (let address = buckets[bucket]!; address < buckets[bucket + 1]!; address++) {
        if (isAt(address, network, length)) return address;
      }
      return null;
    },
    networkOf: (address: number) => networks[columns.networks[address]!]!,
    keyOf: (address: number) =>
      unpackKey(keys.subarray(keyStarts[address]!, keyStarts[address + 1]!)),
    /** The address as written in the tag's pack, if it differs from its key. */
    writtenOf(tag: number): string | null {
      let [low, high] = [0, writtenTags.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (writtenTags[middle]! < tag) low = middle + 1;
        else high = middle;
      }
      if (writtenTags[low] !== tag) return null;
      return decoder.decode(written.subarray(writtenStarts[low]!, writtenStarts[low + 1]!));
    },
  };
}

/** Opens the reading of templates, each once: tags of one pack share few. */
function openTemplates(header: CorpusHeader, columns: CorpusColumns): (number: number) => Template {
  const { templates, stringStarts, strings } = columns;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const read = new Map<number, Template>();

  const textOf = (string: number) =>
    decoder.decode(strings.subarray(stringStarts[string]!, stringStarts[string + 1]!));
  const textOrNull = (string: number) => string === 0 ? null : textOf(string - 1);

  function readTemplate(number: number): Template {
    const field = (name: typeof templateFields[number]) =>
      templates[number * templateFields.length + templateFields.indexOf(name)]!;
    const [actor, flags] = [field("actor"), field("flags")];
    const confidence = header.confidences[field("confidence")]!;
    const pack = header.packs[field("pack")]!;
    return {
      label: textOf(field("label")),
      category: textOrNull(field("category")),
      abuse: textOrNull(field("abuse")),
      concepts: header.concepts[field("concepts")]!,
      actorId: actor === 0 ? null : header.actors[actor - 1]!,
      confidence: confidence.id,
      confidenceLevel: confidence.level,
      isSanctionsConcept: (flags & templateFlags.isSanctionsConcept) !== 0,
      source: textOrNull(field("source")),
      packFile: pack.file,
      packTitle: pack.title,
      lastmod: textOrNull(field("lastmod")),
      isClusterDefiner: (flags & templateFlags.isClusterDefiner) !== 0,
    };
  }

  return (number) => {
    const present = read.get(number);
    if (present !== undefined) return present;
    const template = readTemplate(number);
    read.set(number, template);
    return template;
  };
}
