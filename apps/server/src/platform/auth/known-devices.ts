import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Accounts that one browser is remembered for; the oldest gives way. */
const maxAccounts = 5;
const idBytes = 16;
const tagBytes = 16;
const form = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/;

/** Recognises browsers from which somebody signed in to an account by password before. */
export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * A browser carries an id and, for each account that was opened by its password there, a tag that only this server can make.
 * Nothing is stored here, and the text says nobody's name. It lets nobody in: it only tells a device of the owner from those
 * of strangers who guess.
 */
export function createKnownDevices(key: Uint8Array) {
  const tagOf = (id: string, email: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, email.toLowerCase()]))
      .digest()
      .subarray(0, tagBytes);
  const isTag = (tag: string, of: Buffer): boolean => timingSafeEqual(Buffer.from(tag, 'base64url'), of);
  const read = (text: string | undefined): { id: string; tags: string[] } | null => {
    if (text === undefined || !form.test(text)) return null;
    const [id = '', ...tags] = text.split('.');
    return { id, tags };
  };
  return {
    /** The id of the browser where the account was opened before; null for others, and for what this server did not write. */
    idOf: (text: string | undefined, email: string): string | null => {
      const known = read(text);
      return known?.tags.some((tag) => isTag(tag, tagOf(known.id, email))) ? known.id : null;
    },
    /** What the browser carries from now on. */
    remember: (text: string | undefined, email: string): string => {
      const { id, tags } = read(text) ?? { id: randomBytes(idBytes).toString('base64url'), tags: [] };
      const own = tagOf(id, email);
      const others = tags.filter((tag) => !isTag(tag, own)).slice(0, maxAccounts - 1);
      return [id, own.toString('base64url'), ...others].join('.');
    },
  };
}
