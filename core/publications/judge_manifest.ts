import type { Clock } from "../../base/clock.ts";
import { refuse, type Result } from "../../base/result.ts";
import type { AnyManifest, ManifestRefusal } from "./manifest.ts";
import type { Dated, UpdateRefusal, UpdateRefusalReason } from "./ports.ts";

/** One kind of publication: how its manifests are parsed, compared and loaded. */
export interface PublicationKind<Manifest extends AnyManifest, Data extends Dated> {
  /** The variable with the manifest's location and keys. */
  readonly variable: string;
  open(
    note: string,
    verifierKeys: readonly string[],
  ): Promise<Result<Manifest, ManifestRefusal>>;
  /** Whether the manifest names the snapshot that is in force. */
  isInForce(manifest: Manifest, inForce: Data): boolean;
  /** @returns the same data under a newer manifest */
  renew(manifest: Manifest, inForce: Data): Data;
  /** @returns the reason why a new snapshot may not replace the one in force; null if it may */
  lossOf(manifest: Manifest, inForce: Data): UpdateRefusal | null;
  /** Fetches and opens the snapshot that a manifest names. */
  load(manifest: Manifest): Promise<Result<Data, UpdateRefusal>>;
}

/** Dependencies of {@link judgeManifest}. */
export interface JudgeDependencies<Manifest extends AnyManifest, Data extends Dated> {
  readonly kind: PublicationKind<Manifest, Data>;
  readonly verifierKeys: readonly string[];
  readonly clock: Clock;
}

/** Maximum minutes by which the signer's clock may be ahead. */
const clockMinutesMax = 10;

/**
 * Verifies a manifest and loads its snapshot (decisions.md part 6): checks signature, age, sizes
 * and hash first, then opens the snapshot while the old one stays in force.
 *
 * @param inForce null at the start
 * @returns the data to put in force; the same snapshot if the manifest names it again
 */
export async function judgeManifest<Manifest extends AnyManifest, Data extends Dated>(
  { kind, verifierKeys, clock }: JudgeDependencies<Manifest, Data>,
  note: string,
  inForce: Data | null,
): Promise<Result<Data, UpdateRefusal>> {
  const opened = await kind.open(note, verifierKeys);
  if (!opened.ok) return unread(kind.variable, opened.refusal);
  const manifest = opened.value;
  const signedAt = Temporal.Instant.from(manifest.createdAt);
  if (minutesAhead(signedAt, clock.now()) > clockMinutesMax) {
    return no("from_future", `the manifest was signed at ${manifest.createdAt}, which is to come`);
  }
  if (inForce === null) return await kind.load(manifest);
  const isSame = kind.isInForce(manifest, inForce);
  const order = Temporal.Instant.compare(signedAt, inForce.manifestAt ?? signedAt);
  if (order < 0 || (order === 0 && !isSame)) {
    return no("older", `the manifest of ${manifest.createdAt} is not newer than the one in force`);
  }
  if (isSame) return { ok: true, value: kind.renew(manifest, inForce) };
  const loss = kind.lossOf(manifest, inForce);
  return loss === null ? await kind.load(manifest) : refuse(loss);
}

function unread(variable: string, { code }: ManifestRefusal): Result<never, UpdateRefusal> {
  return code === "signature"
    ? no(code, `the manifest is not signed by the key that ${variable} names, or was changed`)
    : no(code, "the signature is valid, but this version cannot read the manifest");
}

function no(code: UpdateRefusalReason, message: string): Result<never, UpdateRefusal> {
  return refuse({ code, message });
}

function minutesAhead(then: Temporal.Instant, now: Temporal.Instant): number {
  return (then.epochMilliseconds - now.epochMilliseconds) / 60_000;
}
