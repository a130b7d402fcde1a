import type { TagCorpusMeta } from "../../core/wallet_risk/ports.ts";
import type { TagPackReport } from "../../sources/tag_packs/build_tag_corpus.ts";
import type { TagFindingReason } from "../../sources/tag_packs/schema.ts";
import { printable } from "../command/terminal.ts";

const reasons: Readonly<Record<TagFindingReason, string>> = {
  pack_demonstration: "dropped: tag of a pack that is a demonstration",
  tag_without_address: "dropped: tag without an address",
  address_too_long: "dropped: address longer than any",
  network_unusable: "dropped: tag without a currency code",
  tag_repeated: "dropped: the same tag again in one pack",
  tag_without_label: "kept under the pack's title: tag without a label",
  blank_around: "kept without them: text with blanks around it",
  network_unknown: "kept: network whose forms are unknown here, compared byte for byte",
  network_of_token: "kept on the network of its form: address under a token's code",
  address_form_unknown:
    "kept: malformed address, of unknown form or wrong checksum, compared byte for byte",
  address_zero: "kept: address zero, which has no holder",
  category_unknown: "kept: category missing in the taxonomy; it adds no concept",
  abuse_unknown: "kept: abuse missing in the taxonomy; it adds no concept",
  concept_unknown: "kept: concept missing in the taxonomy",
  confidence_missing: "kept as unknown: tag without a confidence",
  confidence_unknown: "kept as unknown: confidence missing in the table",
  actor_unknown: "kept: actor missing in the actor packs",
  lastmod_unreadable: "kept without it: lastmod that is not a date",
  definer_unreadable: "kept as false: is_cluster_definer that is neither true nor false",
  sanctions_label_unknown:
    "kept, NO SANCTION: tag of OFAC's pack under another label than the list's",
  member_unknown: "not used: member that is not part of the format",
};

/** Renders what was read, and what was dropped and why. */
export function renderReport(
  meta: TagCorpusMeta,
  { packs, networks, sanctionsTags, findings }: TagPackReport,
): string {
  const totals: readonly (readonly [string, number])[] = [
    ["packs", packs.length],
    ["tags in them", packs.reduce((sum, { rows }) => sum + rows, 0)],
    ["tags in the corpus", meta.tags],
    ["  that are sanctions", sanctionsTags],
    ["addresses", meta.addresses],
    ["actors", meta.actors],
  ];
  const width = Math.max(...totals.map(([, count]) => format(count).length));
  const lines = totals.map(([label, count]) => `  ${format(count).padStart(width)}  ${label}`);
  const found = findings.flatMap(({ reason, count, examples }) => [
    `  ${format(count).padStart(width)}  ${reasons[reason]}`,
    ...examples.map((example) => `  ${"".padStart(width)}    ${printable(example)}`),
  ]);
  const byCount = [...networks].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const codes = byCount.map(([code, count]) => `${code} ${format(count)}`).join(", ");
  const head = `Tag packs as of ${meta.asOf ?? "no date"}, run ${meta.etlRunId}`;
  return [head, ...lines, ...found, `  tags by network: ${codes}`, ""].join("\n");
}

/** Renders the content of a corpus for people. */
export function renderCorpus(meta: TagCorpusMeta, bytes: number): string {
  return [
    `id         ${meta.id}`,
    `run        ${meta.etlRunId}`,
    `built at   ${meta.builtAt}`,
    `as of      ${meta.asOf ?? "no date"}`,
    `bytes      ${format(bytes)}`,
    `packs      ${format(meta.packs)}`,
    `tags       ${format(meta.tags)}`,
    `addresses  ${format(meta.addresses)}`,
    `actors     ${format(meta.actors)}`,
    "",
  ].map(printable).join("\n");
}

/** Formats a number with separated thousands, independent of the machine's language. */
function format(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
