import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { recognitionSwitch } from '@sightline/contracts/organizations/recognition-switch';
import { type CameraSettings } from '@sightline/contracts/cameras/camera-settings';

/** What of a camera others have a say in. */
export interface Recognising {
  analysis: Pick<AnalysisSettings, 'comparesFaces' | 'readsPlates'>;
  settings: Pick<CameraSettings, 'recognition'>;
}

/**
 * The camera as far as its organization allows it. A switch that is not there, or switches that are not known (undefined), allow
 * nothing: more is never recognised than is known to be allowed. Faces are compared where their location wants it, unless that is forbidden here.
 */
export function withinSwitches<C extends Recognising>(
  camera: C,
  allowed: Readonly<Record<string, boolean>> | undefined,
): C {
  const isAllowed = (name: string): boolean => allowed?.[name] === true;
  const recognition = { ...camera.settings.recognition };
  for (const name of recognitionSwitch.options) recognition[name] &&= isAllowed(name);
  const readsPlates = camera.analysis.readsPlates && isAllowed('licensePlates');
  // A server that does not know this switch says of each location what is wanted, and nothing here.
  const comparesFaces = camera.analysis.comparesFaces && allowed?.['faceRecognition'] !== false;
  return {
    ...camera,
    analysis: { ...camera.analysis, readsPlates, comparesFaces },
    settings: { ...camera.settings, recognition },
  };
}

/** The camera as people want it at its location; where that is not known (undefined) it compares no faces. */
export function withinLocation<C extends Recognising>(camera: C, facesWanted: boolean | undefined): C {
  const comparesFaces = camera.analysis.comparesFaces && facesWanted === true;
  return { ...camera, analysis: { ...camera.analysis, comparesFaces } };
}
