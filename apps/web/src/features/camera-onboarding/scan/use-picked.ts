import { useState } from 'react';
import { keyOfDevice, nameOfDevice, type Found, type Picked } from './picked-devices.ts';

/** Devices that were picked, in the order in which they were; those of another core are let go. */
export const usePicked = (edgeId: string) => {
  const [state, setState] = useState<{ edgeId: string; picked: readonly Picked[] }>({ edgeId, picked: [] });
  const picked = state.edgeId === edgeId ? state.picked : [];
  const set = (next: readonly Picked[]): void => setState({ edgeId, picked: next });
  return {
    picked,
    pick: (devices: readonly Found[], isPicked: boolean): void => {
      const keys = new Set(devices.map(keyOfDevice));
      const rest = picked.filter(({ device }) => !keys.has(keyOfDevice(device)));
      set(
        isPicked
          ? [
              ...rest,
              ...devices.map((device) => ({ device, name: nameOfDevice(device), account: null, channels: null })),
            ]
          : rest,
      );
    },
    change: (changed: Picked): void =>
      set(picked.map((one) => (keyOfDevice(one.device) === keyOfDevice(changed.device) ? changed : one))),
  };
};
