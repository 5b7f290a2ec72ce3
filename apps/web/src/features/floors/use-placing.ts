import type { Floor, PlacedCamera, Placement } from '@sightline/contracts/floors/floor';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import { useKeepFloor } from './floor-queries.ts';

const pauseMs = 500;

const startingPlacement: Placement = { x: 0.5, y: 0.5, headingDeg: 0, fovDeg: 90, rangeM: 8 };

type Drafts = Readonly<Record<string, Placement>>;

const without = (drafts: Drafts, cameraId: string): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([id]) => id !== cameraId));

const placementOf = ({ x, y, headingDeg, fovDeg, rangeM }: Placement): Placement => ({
  x,
  y,
  headingDeg,
  fovDeg,
  rangeM,
});

/** Places that are shown before the server has them. */
const useDrafts = () => {
  const [drafts, setDrafts] = useState<Drafts>({});
  return {
    drafts,
    show: (cameraId: string, placement: Placement): void =>
      setDrafts((before) => ({ ...before, [cameraId]: placement })),
    drop: (cameraId: string, sent?: Placement): void =>
      // What was moved again meanwhile stays where it is now.
      setDrafts((before) => (sent !== undefined && before[cameraId] !== sent ? before : without(before, cameraId))),
  };
};

/** Collects places of cameras until keys and fields rest; several cameras can be moved before that. */
const useWaiting = (save: (sent: { cameraId: string; placement: Placement }) => void) => {
  const waiting = useRef(new Map<string, Placement>());
  const saveAll = useDebouncedCallback(
    () => {
      for (const [cameraId, placement] of waiting.current) save({ cameraId, placement });
      waiting.current.clear();
    },
    { delay: pauseMs, flushOnUnmount: true },
  );
  return {
    add: (cameraId: string, placement: Placement): void => {
      waiting.current.set(cameraId, placement);
      saveAll();
    },
    forget: (cameraId: string): void => void waiting.current.delete(cameraId),
  };
};

/** Cameras on a floor while they are moved about: shown at once, kept by the server when the hand or the keys rest. */
export const usePlacing = (floor: Floor) => {
  const { t } = useTranslation();
  const keep = useKeepFloor();
  const { drafts, show, drop } = useDrafts();
  const failed = (failure: unknown): void => toastFailure(t('floors.place.failed'), failure);
  const save = useMutation({
    mutationFn: ({ cameraId, placement }: { cameraId: string; placement: Placement }) =>
      call(floorsCalls.placeCamera, { params: { id: floor.id, cameraId }, body: placement }),
    onSuccess: (after, { cameraId, placement }) => {
      keep(after);
      drop(cameraId, placement);
    },
    onError: (failure, { cameraId }) => {
      drop(cameraId);
      failed(failure);
    },
  });
  const remove = useMutation({
    mutationFn: (cameraId: string) => call(floorsCalls.removeCamera, { params: { id: floor.id, cameraId } }),
    onSuccess: keep,
    onError: failed,
  });
  const waiting = useWaiting(save.mutate);
  return {
    placed: floor.cameras.map((camera): PlacedCamera => ({ ...camera, ...drafts[camera.cameraId] })),
    /** While it is dragged. */
    show,
    put: (cameraId: string, placement: Placement = startingPlacement): void => {
      const wanted = placementOf(placement);
      show(cameraId, wanted);
      waiting.forget(cameraId);
      save.mutate({ cameraId, placement: wanted });
    },
    /** While keys are pressed or numbers typed. */
    putSoon: (cameraId: string, placement: Placement): void => {
      const wanted = placementOf(placement);
      show(cameraId, wanted);
      waiting.add(cameraId, wanted);
    },
    remove: (cameraId: string): void => {
      // Moved a moment ago, it would be placed anew.
      waiting.forget(cameraId);
      drop(cameraId);
      remove.mutate(cameraId);
    },
  };
};

export type Placing = ReturnType<typeof usePlacing>;
