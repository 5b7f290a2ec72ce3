import { leastHeldBack, type HeldBackFigures } from '@sightline/contracts/uniforms/uniform';
import { judgeLook, trainJudge, type MarkedLooks } from './uniform-judge.ts';

/** What a judge said of marked looks that it had not learnt from. */
export type HeldBack = Pick<HeldBackFigures, 'same' | 'found' | 'other' | 'mistaken'>;

const folds = 5;

/**
 * Each marked look is held back once: a judge that learnt from the others alone says what it is. What is marked twice of one
 * visit stands in `visits` under one name, and is held back together, or it would be asked of what it has nearly seen.
 */
export function judgeHeldBack(
  looks: MarkedLooks,
  visits?: { same: readonly string[]; other: readonly string[] },
): HeldBack {
  const same = parted(looks.same, visits?.same);
  const other = parted(looks.other, visits?.other);
  let [found, mistaken] = [0, 0];
  for (let fold = 0; fold < folds; fold += 1) {
    const learnt = (parts: readonly Part[]): Int8Array[] =>
      parts.flatMap((part) => (part.fold === fold ? [] : [part.look]));
    const asked = (parts: readonly Part[]): Int8Array[] =>
      parts.flatMap((part) => (part.fold === fold ? [part.look] : []));
    const left = learnt(same);
    if (left.length === 0) continue;
    const judge = trainJudge({ same: left, other: learnt(other), background: looks.background });
    found += asked(same).filter((look) => judgeLook(judge, look) !== null).length;
    mistaken += asked(other).filter((look) => judgeLook(judge, look) !== null).length;
  }
  return { same: looks.same.length, found, other: looks.other.length, mistaken };
}

interface Part {
  look: Int8Array;
  fold: number;
}

/** Looks in turn to the folds, those of one visit to the same. */
function parted(looks: readonly Int8Array[], visits: readonly string[] | undefined): Part[] {
  const order = new Map<string, number>();
  return looks.map((look, at) => {
    const visit = visits?.[at] ?? String(at);
    const fold = order.get(visit) ?? order.size % folds;
    order.set(visit, fold);
    return { look, fold };
  });
}

/** Of what the judge calls the uniform, how much is; of the uniform, how much it finds. Null where there is nothing to say it by. */
export function figuresOf({ same, found, other, mistaken }: HeldBack): { precision: number; recall: number } | null {
  if (same < leastHeldBack || other < leastHeldBack) return null;
  return { precision: found + mistaken === 0 ? 0 : found / (found + mistaken), recall: found / same };
}

/** What one camera saw within this belongs to one visit: likely the same person, followed twice. */
const visitMs = 120_000;

/** Names of the visits that events belong to. */
export function visitsOf(events: readonly { cameraId: string; startedAt: Date }[]): string[] {
  const names = events.map(() => '');
  const inOrder = events
    .map(({ cameraId, startedAt }, at) => ({ cameraId, atMs: startedAt.getTime(), at }))
    .toSorted((a, b) => a.atMs - b.atMs);
  const last = new Map<string, { atMs: number; name: string }>();
  for (const { cameraId, atMs, at } of inOrder) {
    const before = last.get(cameraId);
    const isSame = before !== undefined && atMs - before.atMs < visitMs;
    const name = isSame ? before.name : `${cameraId} ${String(atMs)}`;
    last.set(cameraId, { atMs, name });
    names[at] = name;
  }
  return names;
}
