/** Whether a text is an https origin as browsers write it (RFC 6454 §6.2): lower case, no path. */
export function isHttpsOrigin(text: string): boolean {
  return text.startsWith("https://") && URL.parse(text)?.origin === text;
}
