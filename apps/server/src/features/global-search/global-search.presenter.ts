import type { FoundItem } from '@sightline/contracts/global-search/global-search';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import type { Fit, FoundRow } from './global-search.repository.ts';

const scores: Record<Fit, number> = { 4: 1, 3: 0.9, 2: 0.8, 1: 0.7 };
const alikeScore = 0.5;

/** The only form in which something found leaves the server. Of a location above what the actor may see it tells the name and the place in the tree. */
export const presentFound = ({ path, fit, ...row }: FoundRow, { actor, isAlike }: { actor: MemberActor; isAlike: boolean }): FoundItem => ({
  ...row,
  address: mayAt(actor, 'LocationView', path) ? row.address : null,
  score: isAlike ? alikeScore : scores[fit],
});
