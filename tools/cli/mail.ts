import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderOf, programFolder } from './data-location.ts';

/** Mails of the outbox as text, newest last; the server puts them there while it has no mail server. */
export function readOutbox(folder: string): string[] {
  if (!existsSync(folder)) return [];
  // Named by ids that grow with time.
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort();
  return names.map((name) => {
    const path = join(folder, name);
    return `Date: ${statSync(path).mtime.toISOString()}\n${readFileSync(path, 'utf8').trimEnd()}`;
  });
}

/** Prints the outbox of a data folder. */
export function showMail(data: string | undefined): void {
  const folder = join(programFolder(dataFolderOf(data), 'server'), 'outbox');
  const mails = readOutbox(folder);
  if (mails.length === 0) console.log(`no e-mails in ${folder}`);
  else console.log(mails.join(`\n\n${'='.repeat(72)}\n\n`));
}
