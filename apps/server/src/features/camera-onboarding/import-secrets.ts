import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { ImportPlace } from './camera-imports.repository.ts';

interface Account {
  username: string;
  password: string;
}

const contextOf = ({ organizationId, importId }: ImportPlace, line: number): string =>
  `camera-import:${organizationId}:${importId}:${String(line)}`;

/** Account of a row while its camera is not made. */
export const sealAccount = (
  box: SealedBox,
  place: ImportPlace,
  { line, account }: { line: number; account: Account },
): Buffer => box.seal(JSON.stringify(account), contextOf(place, line));

export const openAccount = (
  box: SealedBox,
  place: ImportPlace,
  { line, sealed }: { line: number; sealed: Buffer | null },
): Account =>
  sealed === null ? { username: '', password: '' } : (JSON.parse(box.open(sealed, contextOf(place, line))) as Account);
