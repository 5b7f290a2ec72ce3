import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LegalTexts } from '@sightline/contracts/app-info/app-info';

const maxBytes = 200_000;

/** Terms and privacy of whoever runs the installation, from a folder; without a folder it has published none. */
export function readLegalTexts(folder: string | undefined): LegalTexts {
  const none = { en: null, he: null };
  if (folder === undefined) return { terms: none, privacy: none };
  const files = new Set(readdirSync(folder));
  const textOf = (file: string): string | null => {
    if (!files.has(file)) return null;
    const path = join(folder, file);
    if (statSync(path).size > maxBytes) throw new Error(`${path} is longer than ${String(maxBytes)} bytes`);
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? null : text;
  };
  const texts = {
    terms: { en: textOf('terms.en.md'), he: textOf('terms.he.md') },
    privacy: { en: textOf('privacy.en.md'), he: textOf('privacy.he.md') },
  };
  // A wrong folder would otherwise be found by nobody but a lawyer.
  if (Object.values(texts).every(({ en, he }) => en === null && he === null))
    throw new Error(
      `SIGHTLINE_LEGAL_TEXTS: ${folder} holds none of terms.en.md, terms.he.md, privacy.en.md, privacy.he.md`,
    );
  return texts;
}
