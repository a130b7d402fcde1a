import type { Result } from "../result.ts";

/** Why names could not be compared. Says nothing of them. */
export interface VectorRefusal {
  readonly code:
    /** No connection, or it broke. */
    | "connection"
    /** It took longer than we wait. */
    | "deadline"
    /** Any status but 200. */
    | "status"
    /** Longer than what we read. */
    | "too_long"
    /** No answer of the agreed form, or not one embedding a name. */
    | "bad_answer"
    /** It failed again and again and is left alone for a while. */
    | "left_alone";
}

/** Compares names by their embeddings: the vector layer, whatever provides it. */
export interface Vectors {
  /** @returns cosine similarity, -1 to 1, of a name with each of the listed ones, in their order */
  compare(
    name: string,
    listed: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<readonly number[], VectorRefusal>>;
}
