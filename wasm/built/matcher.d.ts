/* tslint:disable */
/* eslint-disable */

/**
 * Collects list entries and writes them as one snapshot.
 */
export class Builder {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds `OrphanAddress[]`.
     *
     * # Errors
     * When one is not as agreed.
     */
    addAddresses(addresses: string): void;
    /**
     * Adds `ListedEntity[]`.
     *
     * # Errors
     * When one is not as agreed; the message names it.
     */
    add(entities: string): void;
    /**
     * Writes the snapshot, with `ListInfo[]` without counts.
     *
     * # Errors
     * When the lists are not those of the entries, or the builder was finished before.
     */
    finish(lists: string): Uint8Array;
    /**
     * Opens an empty builder.
     */
    constructor();
}

/**
 * The matcher: weights and the snapshots that are loaded.
 */
export class Core {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Answers `NamePair[]` with their scores.
     *
     * # Errors
     * When the pairs are not of the agreed shape.
     */
    compare(pairs: string): string;
    /**
     * Answers a `MatchQuery` with the `ExaminedEntry[]` of an identifier, candidates or not.
     *
     * # Errors
     * When nothing is loaded there, or the query is not of the agreed shape.
     */
    examine(slot: number, query: string, list_ref: string): string;
    /**
     * The lists of a snapshot, as JSON.
     *
     * # Errors
     * When nothing is loaded there.
     */
    lists(slot: number): string;
    /**
     * Takes a snapshot over and gives its slot.
     *
     * # Errors
     * When the bytes are not a whole snapshot.
     */
    load(bytes: Uint8Array | number[]): number;
    /**
     * Answers a `MatchQuery` with a `MatchResult`.
     *
     * # Errors
     * When nothing is loaded there, or the query is not of the agreed shape.
     */
    match(slot: number, query: string): string;
    /**
     * Opens a matcher with these weights, as JSON.
     *
     * # Errors
     * When the weights are not of the agreed shape.
     */
    constructor(weights: string);
    /**
     * Answers whether the name of any entity reaches a score for a `MatchQuery`: `from`, or `born_from`
     * where the date of birth agrees.
     *
     * # Errors
     * When nothing is loaded there, or the query is not of the agreed shape.
     */
    reaches(slot: number, query: string, from: number, born_from: number): boolean;
    /**
     * Frees a slot.
     *
     * # Errors
     * When nothing is loaded there.
     */
    unload(slot: number): void;
}

/**
 * Version of the engine. It changes with every answer that changes.
 */
export function engineVersion(): string;
