import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { reasonOf, type WatchReason } from './watched-rule.ts';

/** What a core said of itself last. */
export interface CoreFigures {
  /** Each of its disks; empty where it told of none. */
  disks: readonly { mount: string; freeBytes: number; totalBytes: number }[];
  /** Its clock less the server's. */
  clockOffsetMs: number | null;
  /** Share of its processor that is busy. */
  cpuShare: number | null;
}

/** What is wrong with a core that can be reached: the word of the reason that says for how long, and the figures. */
export interface CoreTrouble {
  what: 'diskS' | 'clockS' | 'overloadS';
  more: WatchReason[];
}

type Asked = Extract<RuleCondition, { kind: 'coreStatus' }>;

/** From here on its processor has nothing to spare. */
const fullFrom = 0.9;

const inPercent = (share: number): number => Math.round(share * 1000) / 10;

function fullDisk({ diskPercent }: Asked, { disks }: CoreFigures): CoreTrouble | null {
  const shares = disks.flatMap(({ mount, freeBytes, totalBytes }) =>
    totalBytes > 0 ? [{ mount, percent: inPercent(freeBytes / totalBytes) }] : [],
  );
  const fullest = shares.toSorted((a, b) => a.percent - b.percent)[0];
  if (fullest === undefined || fullest.percent >= diskPercent) return null;
  const free = reasonOf('diskFreePercent', fullest.percent, { limit: diskPercent });
  return { what: 'diskS', more: [free, reasonOf('disk', fullest.mount.slice(0, 200))] };
}

function wrongClock({ clockS }: Asked, { clockOffsetMs }: CoreFigures): CoreTrouble | null {
  const offS = Math.round(Math.abs(clockOffsetMs ?? 0) / 100) / 10;
  if (clockOffsetMs === null || offS < clockS) return null;
  return {
    what: 'clockS',
    more: [reasonOf(clockOffsetMs > 0 ? 'clockAheadS' : 'clockBehindS', offS, { limit: clockS })],
  };
}

function fullProcessor({ cpuShare }: CoreFigures): CoreTrouble | null {
  if (cpuShare === null || cpuShare < fullFrom) return null;
  const limit = inPercent(fullFrom);
  return { what: 'overloadS', more: [reasonOf('cpuPercent', inPercent(Math.min(1, cpuShare)), { limit })] };
}

/** What of that which a rule asks about is wrong with a core that can be reached, the worst first; null for nothing. */
export function coreTrouble(asked: Asked, figures: CoreFigures): CoreTrouble | null {
  const isAsked = (what: Asked['what'][number]): boolean => asked.what.includes(what);
  return (
    (isAsked('disk') ? fullDisk(asked, figures) : null) ??
    (isAsked('clock') ? wrongClock(asked, figures) : null) ??
    (isAsked('overload') ? fullProcessor(figures) : null)
  );
}
