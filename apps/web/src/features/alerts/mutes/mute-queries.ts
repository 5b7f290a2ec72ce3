import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { callQuery } from '../../../platform/api/client.ts';

/** Cameras that are muted, those that end first before the others. */
export const mutedCameras = () => callQuery(alertRulesCalls.cameraMutes, { query: {} });

/** Whether one camera is muted. */
export const muteOfCamera = (cameraId: string) => callQuery(alertRulesCalls.cameraMutes, { query: { cameraId } });
