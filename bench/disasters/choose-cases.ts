import type { Disaster } from './disaster.ts';

type Named = Pick<Disaster, 'slug' | 'name'>;

/**
 * The cases that were asked for, in the order in which they stand: by their slug, or those whose name holds the word. Each asking may
 * hold several, with commas between them. All of them where nothing was asked for; the first word that means none where there is one.
 */
export function chooseCases<Case extends Named>(
  all: readonly Case[],
  asked: readonly string[] | undefined,
): { cases: readonly Case[] } | { unknown: string } {
  if (asked === undefined) return { cases: all };
  const words = asked.flatMap((given) => given.split(',')).map((word) => word.trim());
  const isMeant = ({ slug, name }: Named, word: string): boolean =>
    slug === word || (all.every((other) => other.slug !== word) && name.includes(word));
  const unknown = words.find((word) => word === '' || !all.some((one) => isMeant(one, word)));
  if (unknown !== undefined) return { unknown };
  return { cases: all.filter((one) => words.some((word) => isMeant(one, word))) };
}
