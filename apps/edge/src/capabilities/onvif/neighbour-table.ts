import { readFile } from 'node:fs/promises';

/** Hardware addresses of the machines that this one has spoken to of late, by address. */
export async function readNeighbours(path = '/proc/net/arp'): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // Other systems keep the table elsewhere; hardware addresses are a help and no condition.
    if (error.code === 'ENOENT' || error.code === 'EACCES') return '';
    throw error;
  });
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/));
  return new Map(
    rows.flatMap(([address, , , mac]): [string, string][] =>
      address && mac && /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(mac) && !/^[0:]+$/.test(mac)
        ? [[address, mac.toLowerCase()]]
        : [],
    ),
  );
}
