import {
  askedFootageAbility,
  cameraMutesAbility,
  rulesAbility,
} from '@sightline/contracts/alert-rules/alert-rule-link';
import { doorRulesAbility } from '@sightline/contracts/doors/door-abilities';
import { ruleOptionAbilities } from '@sightline/contracts/alert-rules/later-options';
import { traitRulesAbility } from '@sightline/contracts/alert-rules/rule-kinds';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { AnalyseGives } from '../analyse/analyse.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import type { RefileGives } from '../refile/refile.capability.ts';
import { AlertRules } from './alert-rules.ts';
import { keepAsked } from './asked-footage.ts';

/** Judges alert rules by what cameras see, whether or not there is a server, and reports alerts. */
export const rulesCapability: EdgeCapability<
  EdgeCore & RecoverGives & RefileGives & AnalyseGives,
  object,
  'rules.keepFootage'
> = {
  verb: 'rules',
  abilities: [
    rulesAbility,
    doorRulesAbility,
    traitRulesAbility,
    cameraMutesAbility,
    askedFootageAbility,
    ...ruleOptionAbilities,
  ],
  owns: () => ({ alertRule: {} }),
  survives: { records: ['alertChange', 'alertNearMiss', 'alertFootage'] },
  start: ({ stores, log, clock, refiling, analysis }, onStop) => {
    const rules = new AlertRules({
      stores,
      log,
      clock, // What every camera sees is told, to be kept for back-tests.
      setEvaluated: () => undefined,
      setSpots: (spots) => analysis.setSpots(spots),
    });
    onStop(() => rules.stop());
    analysis.listen({ evaluator: rules, doors: (cameraId, told) => rules.doors(cameraId, told) });
    refiling.hearCorrections((right) => rules.correctTimes(right));
    rules.start();
    return {
      handlers: { 'rules.keepFootage': (input) => keepAsked(stores, input) },
      configure: () => rules.configure(),
    };
  },
};
