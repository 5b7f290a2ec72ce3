/** Signs in whose place other keyboards have letters. */
const signs: Readonly<Record<string, string>> = { Comma: ',', Period: '.' };

/** What a keyboard of Latin letters writes with the key of this place. */
const latinAt = (code: string): string | undefined =>
  /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : signs[code];

/**
 * What a key means as a shortcut: the character that it writes, and on a keyboard of other letters, as the Hebrew one,
 * what a Latin one has in its place. Letters are lower case; keys without a character keep their name (`ArrowLeft`).
 */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!/^.$/u.test(key)) return key;
  return (/\p{ASCII}/u.test(key) ? undefined : latinAt(code)) ?? key.toLowerCase();
}
