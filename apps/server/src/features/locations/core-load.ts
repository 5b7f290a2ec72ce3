import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import type { CoreFitting } from '@sightline/contracts/locations/location';

/** What a core says of itself; null where it said nothing. */
export interface MeasuredLoad {
  health: Pick<EdgeHealth, 'cpuShare'> | null;
  analysis: Pick<AnalysisStatus, 'canDecode' | 'inference' | 'cameras'> | null;
}

type Verdict = Pick<CoreFitting, 'load' | 'level' | 'why'>;

const tightFrom = 0.75;
const overFrom = 0.95;
/** A picture that waited this long for the detector is a sign of a core that only just keeps up. */
const waitsLongMs = 1_000;

/** Nothing was measured, for this reason. */
export const unknownLoad = (why: CoreFitting['why']): Verdict => ({ load: null, level: 'unknown', why });

/** Share of the time for inference that what is wanted would take; above 1 when less is given than is wanted. */
function inferenceLoad({ canDecode, inference }: NonNullable<MeasuredLoad['analysis']>): number | null {
  if (!canDecode || inference.budgetShare <= 0) return null;
  const used = inference.usedShare / inference.budgetShare;
  if (inference.givenFps <= 0) return inference.wantedFps > 0 ? Math.max(1, used) : used;
  return used * Math.max(1, inference.wantedFps / inference.givenFps);
}

const isOverloaded = (analysis: MeasuredLoad['analysis']): boolean =>
  analysis?.cameras.some(({ cause }) => cause === 'analysis_overloaded') ?? false;
const waitsLong = (analysis: MeasuredLoad['analysis']): boolean =>
  analysis?.cameras.some(({ queueAgeMs }) => queueAgeMs >= waitsLongMs) ?? false;

/** Whether a core has the capacity for its cameras: by its scarcest means, and by whether pictures wait. */
export function assessLoad({ health, analysis }: MeasuredLoad): Verdict {
  const cpu = health?.cpuShare ?? null;
  const inference = analysis === null ? null : inferenceLoad(analysis);
  if (cpu === null && inference === null) return unknownLoad('noAnswer');
  const load = Math.max(cpu ?? 0, inference ?? 0);
  if (isOverloaded(analysis)) return { load, level: 'over', why: 'fallingBehind' };
  const why = (inference ?? 0) > (cpu ?? 0) ? 'inference' : 'cpu';
  if (load >= overFrom) return { load, level: 'over', why };
  if (waitsLong(analysis)) return { load, level: 'tight', why: 'fallingBehind' };
  return { load, level: load >= tightFrom ? 'tight' : 'fits', why };
}
