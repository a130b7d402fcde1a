const nominee =
  /nominee|trustee|fiduciar|treuh[aä]nd|bare trust|on behalf of|nominaal|nomin[aā]l|fiduciaire|prête-nom|prestanome|testaferro|bulvan|stroh?mann|номинал|номінал|подставн/iu;

/** Whether a text states that a person may hold or act for another. */
export function hintsAtNominee(text: string): boolean {
  return nominee.test(text);
}
