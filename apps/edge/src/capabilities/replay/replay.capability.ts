import { replayAbility } from '@sightline/contracts/alert-rules/alert-rule-link';
import { doorSightAbility } from '@sightline/contracts/doors/door-abilities';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { AnalyseGives } from '../analyse/analyse.capability.ts';
import type { PlaceGives } from '../place/place.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import type { RefileGives } from '../refile/refile.capability.ts';
import { DoorSights } from './door-sights.ts';
import { LookRecorder } from './look-recorder.ts';
import { Replays } from './replays.ts';

type Needs = EdgeCore & RecoverGives & PlaceGives & RefileGives & AnalyseGives;

/** Keeps what rules are judged by, of every camera, tries rules on it, and tells who was at doors by it. */
export const replayCapability: EdgeCapability<Needs, object, 'rules.replay' | 'rules.doorSight'> = {
  verb: 'replay',
  abilities: [replayAbility, doorSightAbility],
  start: ({ stores, log, clock, config, isFootageKnown, refiling, analysis }, onStop) => {
    const { volume } = config;
    const recorder = new LookRecorder({ volume, isHere: isFootageKnown, log });
    onStop(() => recorder.stop());
    const timeZoneOf = (cameraId: string): string | undefined =>
      stores.cameras.list().find(({ id }) => id === cameraId)?.timeZone;
    const flush = (): Promise<void> => recorder.flush();
    const sights = new DoorSights({
      volume,
      isHere: isFootageKnown,
      isCamera: (cameraId) => timeZoneOf(cameraId) !== undefined,
      toldUntilUtcMs: (cameraId) => recorder.toldUntilUtcMs(cameraId),
      flush,
      clock,
    });
    const replays = new Replays({ volume, isHere: isFootageKnown, timeZoneOf, flush, clock });
    onStop(() => replays.stop());
    const listen = (): void => analysis.setEvaluated(new Set(stores.cameras.list().map(({ id }) => id)));
    analysis.listen({ evaluator: recorder });
    refiling.hearCorrections((right) => {
      recorder
        .forgetWrong(right)
        .catch((error: unknown) => log.warn({ detail: String(error) }, 'looks of wrong times could not be deleted'));
    });
    recorder.start();
    listen();
    return {
      handlers: {
        'rules.replay': (input) => replays.answer(input),
        'rules.doorSight': (input) => sights.answer(input),
      },
      configure: listen,
    };
  },
};
