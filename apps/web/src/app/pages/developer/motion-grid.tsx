import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import classes from './developer.module.css';
import { cellsOfBlock, pictureBlocks } from './motion-blocks.ts';
import { useBlockMotion, type BlockMotion } from './use-block-motion.ts';

const heatOf = (item: BlockMotion, all: readonly BlockMotion[]): number => {
  const most = Math.max(1, ...all.map(({ movedMs }) => movedMs ?? 0));
  return (item.movedMs ?? 0) / most;
};

interface MotionGridProps {
  wish: { cameraId: string; fromUtcMs: number; toUtcMs: number };
}

/** Where in the picture something moved and how long: twelve blocks, and the twelve cells of a chosen one. */
export function MotionGrid({ wish }: MotionGridProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const blocks = useBlockMotion(pictureBlocks, wish);
  const cells = useBlockMotion(cellsOfBlock(chosen), wish);
  if (blocks.failure !== null) return <ErrorState title={t('developer.failed')} failure={blocks.failure} />;
  const said = (item: BlockMotion): string => (item.movedMs === null ? '…' : formatDuration(item.movedMs));
  return (
    <>
      <p className={classes.text}>{t('developer.motion.blocks')}</p>
      <div className={classes.motion} dir="ltr">
        {blocks.items.map((item, index) => (
          <button
            key={item.key}
            type="button"
            className={classes.block}
            style={{ '--heat': heatOf(item, blocks.items) } as CSSProperties}
            aria-pressed={index === chosen}
            aria-label={t('developer.motion.block', { number: index + 1, time: said(item), level: item.peakLevel })}
            onClick={() => setChosen(index)}
          >
            <bdi>{said(item)}</bdi>
          </button>
        ))}
      </div>
      <p className={classes.text}>{t('developer.motion.cells', { number: chosen + 1 })}</p>
      <div className={classes.motion} dir="ltr" role="list">
        {cells.items.map((item) => (
          <span key={item.key} role="listitem" className={classes.block} style={{ '--heat': heatOf(item, cells.items) } as CSSProperties}>
            <span>
              <bdi>{said(item)}</bdi> · {item.peakLevel}
            </span>
          </span>
        ))}
      </div>
    </>
  );
}
