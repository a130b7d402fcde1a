import { mebibyte, mediaTypes } from "../media_types.ts";
import type { ListFormat, Publisher } from "../publisher.ts";
import { isFtmIndex } from "./ftm_index.ts";
import { readFtm } from "./read_ftm.ts";

const openSanctions = "https://data.opensanctions.org/datasets/latest";

/** The index comes first, since it dates and counts the entities that follow. */
const published = [
  { name: "index.json", bytesMax: 64 * mebibyte },
  { name: "entities.ftm.json", bytesMax: 8 * 1024 * mebibyte },
];

/** The two files of an export, which start alike. */
const formats: readonly [ListFormat, ...ListFormat[]] = [
  {
    id: "ftm-lines",
    label: "FollowTheMoney JSON lines",
    recognition: { by: "beginning", pattern: /^\s*\{/, matches: (name) => !isFtmIndex({ name }) },
    isStreamed: true,
    set: "ftm",
    // Beside it lie other exports of the same entities, which look alike.
    isTaken: (name) => /\.ftm\.json$/i.test(name),
    read: readFtm,
  },
  {
    id: "ftm-index",
    label: "index.json of an OpenSanctions dataset",
    recognition: { by: "beginning", pattern: /^\s*\{/, matches: (name) => isFtmIndex({ name }) },
    isStreamed: false,
    set: "ftm",
    read: readFtm,
  },
];

/** A dataset of FollowTheMoney. Its index, if present, replaces this description. */
export function ftmPublisher(dataset: string): Publisher<`ftm:${string}`> {
  return {
    source: `ftm:${dataset}`,
    title: `Dataset ${dataset} in FollowTheMoney`,
    publisher: "Not stated by the file",
    licence: "Not stated by the file",
    formats,
    filesHelp: [
      "entities.ftm.json of an OpenSanctions dataset (FollowTheMoney, JSON lines), and",
      "its index.json, which dates and licenses it and counts its entities; from a",
      "folder by these names",
    ],
    entryUrl: ({ listRef }) =>
      `https://www.opensanctions.org/entities/${encodeURIComponent(listRef)}/`,
    download: {
      files: published.map(({ name, bytesMax }) => ({
        name,
        url: `${openSanctions}/${dataset}/${name}`,
        mediaTypes: mediaTypes.json,
        bytesMax,
      })),
      hosts: ["data.opensanctions.org"],
      note: "CC BY-NC 4.0: a business needs a licence of OpenSanctions, however it screens",
    },
  };
}
