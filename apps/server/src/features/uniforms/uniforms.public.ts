import type { EventReport } from '@sightline/contracts/events/event';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

export { uniformsAmong } from './uniforms.repository.ts';

/** Somebody whose clothes were looked at: by which uniforms they were judged, and which of these they wear. */
export interface JudgedClothes {
  report: EventReport;
  judgedIds: readonly string[];
  wornIds: readonly string[];
}

/** It was decided of events that were just kept who wears what, in their transaction. */
export const clothesJudged =
  hookPoint<[work: ChangeWork, judged: { organizationId: string; edgeId: string; clothes: readonly JudgedClothes[] }]>(
    'uniforms.judged',
  );

/** What names a uniform, as somebody may see it. */
export interface UniformUses {
  items: { id: string; name: string }[];
  /** How many more there are. */
  others: number;
}

/** Who uses a uniform says so, by adding to what is told. */
export const uniformUsed =
  hookPoint<[trx: Work, actor: MemberActor, asked: { uniformId: string; told: (uses: UniformUses) => void }]>(
    'uniforms.used',
  );
