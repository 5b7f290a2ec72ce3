import type { Database } from '../database/database.ts';
import type { SealedBox } from '../secrets/sealed-box.ts';

/** Answers a key of this installation, made at the first call. Two servers that start at once get the same one. */
export async function readOrMakeServerKey(
  place: { database: Database; box: SealedBox },
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const { database, box } = place;
  const read = async (): Promise<string | null> => {
    const row = await database.global
      .selectFrom('serverKeys')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirst();
    return row ? box.open(row.sealed, `server-key:${name}`) : null;
  };
  const existing = await read();
  if (existing !== null) return existing;
  const sealed = box.seal(await make(), `server-key:${name}`);
  await database.global
    .insertInto('serverKeys')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await read();
  if (made === null) throw new Error(`the server key ${name} disappeared while it was made`);
  return made;
}
