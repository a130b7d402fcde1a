/** The signed status lists of this deployment. */
export interface StatusListTokens {
  /**
   * Reads the Status List Token (Token Status List §5.1) of a list, made anew after a revocation.
   *
   * @returns null for a list that is not there
   */
  read(listId: string): Promise<string | null>;
}

/** The ports of the status lists' route. */
export interface StatusListPorts {
  readonly statusListTokens: StatusListTokens;
}
