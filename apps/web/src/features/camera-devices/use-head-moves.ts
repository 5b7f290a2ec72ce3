import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { createHeadMoves, type HeadMoves } from './head-moves.ts';

/** Moves the head of a camera. Whoever leaves the page or the window while it moves leaves it standing. */
export const useHeadMoves = (cameraId: string): { moves: HeadMoves; failure: unknown } => {
  const [failure, setFailure] = useState<unknown>(null);
  const moves = useMemo(
    () =>
      createHeadMoves(async (action) => {
        try {
          await call(cameraDevicesCalls.act, { params: { id: cameraId }, body: { action } });
          setFailure(null);
        } catch (refused) {
          setFailure(refused);
        }
      }),
    [cameraId],
  );
  useEffect(() => {
    globalThis.addEventListener('blur', moves.stop);
    return () => {
      globalThis.removeEventListener('blur', moves.stop);
      moves.stop();
    };
  }, [moves]);
  return { moves, failure };
};
