import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { OnvifGives } from '../onvif/onvif.capability.ts';
import type { PlaceGives } from '../place/place.capability.ts';
import type { RecordGives } from '../record/record.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import type { RefileGives } from '../refile/refile.capability.ts';
import type { RetainGives } from '../retain/retain.capability.ts';
import { Analysis } from './analysis.ts';

export interface AnalyseGives {
  analysis: Analysis;
}

type Needs = EdgeCore & RecoverGives & PlaceGives & RefileGives & RecordGives & RetainGives & OnvifGives;

/** Looks at pictures, and tells what is recorded that something happens: unless the camera's own word takes its place. */
export const analyseCapability: EdgeCapability<Needs, AnalyseGives, 'analysis.status'> = {
  verb: 'analyse',
  start: (core, onStop) => {
    const { config, place, stores, busSocketPath, clock, log, media, devices } = core;
    const onActivity = (activity: Parameters<typeof media.noteActivity>[0]): void => {
      const said = devices.replace(activity);
      if (said !== null) media.noteActivity(said);
    };
    const analysis = new Analysis({ config, place, stores, busSocketPath, clock, log, onActivity });
    onStop(() => analysis.stop());
    analysis.start();
    analysis.listen({ capabilities: core.link.notifyCapabilities });
    core.refiling.hearCorrections((right) => analysis.spool.correctTimes(right));
    core.retention.listen((cameraId, state) => analysis.cameraParts.setSmartStorage(cameraId, state));
    return {
      gives: { analysis },
      handlers: { 'analysis.status': () => analysis.status() },
      abilities: () => analysis.capabilities(),
      configure: () => analysis.configure(),
      notifyAll: () => analysis.cameraParts.notifyAll(),
    };
  },
};
