import { Button } from '@mantine/core';
import type { TrainingImage } from '@sightline/contracts/uniforms/uniform';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../../ui/layout/row.tsx';
import { MarkedImage } from './marked-image.tsx';
import type { Mark } from './use-marks.ts';
import classes from '../uniforms.module.css';

interface MarkGridProps {
  images: readonly TrainingImage[];
  marks: Readonly<Record<string, Mark | undefined>>;
  onMark: (imageId: string, mark: Mark | undefined) => void;
  onMarkRest: (origin: TrainingImage['origin'], mark: Mark) => void;
}

const origins = ['group', 'near', 'other'] as const;
/** What those of an origin are most often. */
const usual = { group: 'same', near: 'other', other: 'other' } as const;

/** Keys on any keyboard, by where they lie. */
const markOfKey: Record<string, Mark | 'none'> = { KeyS: 'same', KeyN: 'other', Backspace: 'none', Delete: 'none' };

/** Images to mark as the same or not the same: by pointer, or with S, N and the arrows. */
export function MarkGrid({ images, marks, onMark, onMarkRest }: MarkGridProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const go = (from: HTMLElement, by: number): void => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-image]') ?? [])];
    all[all.indexOf(from) + by]?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const image = (event.target as HTMLElement).closest<HTMLElement>('[data-image]');
    if (image === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const isRtl = document.documentElement.dir === 'rtl';
    const mark = markOfKey[event.code];
    if (mark !== undefined) onMark(image.dataset['image'] ?? '', mark === 'none' ? undefined : mark);
    else if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const isBack = mark === undefined && (event.key === 'ArrowLeft') !== isRtl;
    if (mark !== 'none') go(image, isBack ? -1 : 1);
  };
  return (
    <ul ref={list} className={classes.marks} aria-label={t('uniforms.training.images')}>
      {origins.flatMap((origin) => {
        const some = images.filter((image) => image.origin === origin);
        if (some.length === 0) return [];
        return [
          <li key={origin} className={classes.groupTitle}>
            <Row wrap gap={8} justify="between" align="center">
              {t(`uniforms.training.origin.${origin}`)}
              <Button variant="subtle" size="compact-sm" onClick={() => onMarkRest(origin, usual[origin])}>
                {t(`uniforms.training.rest.${usual[origin]}`)}
              </Button>
            </Row>
          </li>,
          ...some.map((image) => (
            <MarkedImage
              key={image.id}
              image={image}
              mark={marks[image.id]}
              onMark={(mark) => onMark(image.id, mark)}
              onKeyDown={onKeyDown}
            />
          )),
        ];
      })}
    </ul>
  );
}
