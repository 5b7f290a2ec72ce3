import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import type { OnvifAction } from '@sightline/contracts/cameras/camera-onvif';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callKey, callQuery } from '../../platform/api/client.ts';

/** Clock, presets and picture of a device, as it says them now. */
export const deviceState = (cameraId: string) => ({
  ...callQuery(cameraDevicesCalls.state, { params: { id: cameraId } }),
  retry: false,
});

/** Asks something of a device; what it says of itself is read again afterwards. */
export const useDeviceAction = (cameraId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: OnvifAction) => call(cameraDevicesCalls.act, { params: { id: cameraId }, body: { action } }),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: callKey(cameraDevicesCalls.state, { params: { id: cameraId } }) }),
  });
};

export type DeviceDeed = ReturnType<typeof useDeviceAction>;
