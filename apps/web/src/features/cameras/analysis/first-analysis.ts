import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';

/** What a core looks for with a new camera. Written out here because the contract's own value would bring its validation library along. */
export const firstAnalysis: AnalysisSettings = {
  isOn: true,
  objectsToScan: ['person', 'vehicle', 'animal'],
  hasTiles: false,
  readsPlates: true,
  comparesFaces: true,
  zones: [],
  zonesExclude: [],
  definedZones: [],
};
