import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { TrainingImage, UniformTraining } from '@sightline/contracts/uniforms/uniform';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../platform/api/client.ts';

export type Mark = 'same' | 'other';

// As the contract, without what reads contracts.
const least = { same: 3, other: 1 };
/** Whoever marks quickly is not told after each image. */
const pauseMs = 500;

const marksOf = (images: readonly TrainingImage[]): Record<string, Mark | undefined> =>
  Object.fromEntries(images.map(({ id, mark }) => [id, mark ?? undefined]));

/** Marks of the images of a training, and how well a judge does that learns from them. */
export function useMarks({ id, images }: UniformTraining) {
  const [marks, setMarks] = useState(() => marksOf(images));
  const sent = useMemo(() => {
    const marked = (mark: Mark): string[] =>
      images.filter((image) => marks[image.id] === mark).map((image) => image.id);
    return { same: marked('same'), other: marked('other') };
  }, [images, marks]);
  const [asked] = useDebouncedValue(sent, pauseMs);
  const isEnough = sent.same.length >= least.same && sent.other.length >= least.other;
  const isSettled = asked === sent;
  const measured = useQuery({
    queryKey: ['uniform-measured', id, asked],
    queryFn: () => call(uniformsCalls.measureTraining, { params: { id }, body: asked }),
    enabled: asked.same.length >= least.same && asked.other.length >= least.other,
    gcTime: 0,
    retry: false,
    staleTime: Infinity,
  });
  return {
    marks,
    sent,
    isEnough,
    measured,
    /** What is told is of these marks. */
    isTold: isEnough && isSettled && measured.data !== undefined,
    mark: (imageId: string, mark: Mark | undefined) => setMarks((now) => ({ ...now, [imageId]: mark })),
    /** Marks those that have no mark yet. */
    markRest: (origin: TrainingImage['origin'], mark: Mark) =>
      setMarks((now) => ({
        ...now,
        ...Object.fromEntries(
          images
            .filter((image) => image.origin === origin && now[image.id] === undefined)
            .map((image) => [image.id, mark]),
        ),
      })),
  };
}
