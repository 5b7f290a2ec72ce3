import { Resolver } from 'node:dns/promises';

const timeoutMs = 3000;
const tries = 2;
const maxValues = 50;
const maxCharacters = 1000;

/** What a name says of itself in the DNS. */
export interface TextRecords {
  /** TXT values of a name; none where the name or the kind is not there. Throws when nobody could be asked: that says nothing about the name. */
  find(name: string): Promise<string[]>;
}

/** Answers that mean: there is no such record. */
const absent: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks name servers, `host` or `host:port`; without any, those of the machine. */
export function createTextRecords(servers: readonly string[]): TextRecords {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    find: async (name) => {
      try {
        const records = await resolver.resolveTxt(name);
        // A long value comes in parts; who owns the name decides how much comes.
        return records.slice(0, maxValues).map((parts) => parts.join('').slice(0, maxCharacters));
      } catch (error) {
        if (absent.has((error as NodeJS.ErrnoException).code)) return [];
        throw error;
      }
    },
  };
}
