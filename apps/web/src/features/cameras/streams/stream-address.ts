import { splitAddress } from '@sightline/domain/cameras/stream-address';

/** An address as typed, with the account in it taken out. */
export interface StreamAddress {
  /** Address without user name and password. */
  url: string;
  /** What stood before the @, decoded; null when there was none. */
  account: { username: string; password: string } | null;
}

/** Takes user name and password out of a pasted address, so that they never stay in a field that is shown. */
export const splitStreamAddress = (typed: string): StreamAddress => {
  const { url, username, password } = splitAddress(typed);
  return { url, account: url === typed.trim() ? null : { username, password } };
};
