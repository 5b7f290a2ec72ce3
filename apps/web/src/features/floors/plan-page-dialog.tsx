import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import type { PlanSource } from './drawn-page.ts';
import classes from './floors.module.css';

interface PlanPageDialogProps {
  source: PlanSource;
  isBusy: boolean;
  onChoose: (page: number) => void;
  onClose: () => void;
}

const previewPx = 420;

/** Shows pages of a document one by one until the plan is found. */
export function PlanPageDialog({ source, isBusy, onChoose, onClose }: PlanPageDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('1');
  const preview = useRef<HTMLCanvasElement>(null);
  const [torn, setTorn] = useState<number | null>(null);
  const page = Number(typed);
  const isPage = Number.isInteger(page) && page >= 1 && page <= source.pages;
  const isTorn = torn === page;
  useEffect(() => {
    if (!isPage) return;
    let isCurrent = true;
    const show = async (): Promise<void> => {
      const { canvas, widthPx, heightPx } = await source.draw(page);
      const target = preview.current;
      if (!isCurrent || target === null) return;
      target.width = previewPx;
      target.height = Math.round((previewPx * heightPx) / widthPx);
      target.getContext('2d')?.drawImage(canvas, 0, 0, target.width, target.height);
    };
    show().catch(() => isCurrent && setTorn(page));
    return () => {
      isCurrent = false;
    };
  }, [source, page, isPage]);
  return (
    <Dialog title={t('floors.plan.pageTitle')} width={516} onClose={onClose}>
      <Stack gap={16}>
        <TextInput
          type="number"
          label={t('floors.plan.page', { count: source.pages })}
          min={1}
          max={source.pages}
          value={typed}
          error={
            isPage ? isTorn && t('floors.plan.pageTorn') : t('floors.place.between', { least: 1, most: source.pages })
          }
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <canvas
          ref={preview}
          className={classes.preview}
          role="img"
          aria-label={t('floors.plan.preview', { page: typed })}
        />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button loading={isBusy} disabled={!isPage || isTorn} onClick={() => onChoose(page)}>
          {t('floors.plan.take')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
