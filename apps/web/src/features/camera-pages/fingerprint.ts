/** A fingerprint as cameras show it: bytes in hex, with colons. */
export const shownFingerprint = (fingerprint: string): string =>
  fingerprint.toUpperCase().match(/../g)?.join(':') ?? '';
