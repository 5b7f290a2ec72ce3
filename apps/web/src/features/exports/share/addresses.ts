import { email } from '@sightline/contracts/accounts/credentials';
import { mostExportLinkMails } from '@sightline/contracts/exports/export-link';

/** E-mail addresses in what somebody typed or pasted, each once; `wrong` is the first that is none, or one too many. */
export function addressesIn(typed: string): { emails: string[]; wrong: string | null } {
  const parts = [...new Set(typed.split(/[\s,;]+/).filter((part) => part !== ''))];
  const wrong = parts.find((part, index) => !email.safeParse(part).success || index >= mostExportLinkMails);
  return { emails: wrong === undefined ? parts : [], wrong: wrong ?? null };
}
