import { Button } from '@mantine/core';
import type { Floor } from '@sightline/contracts/floors/floor';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { toApiError } from '../../platform/api/api-error.ts';
import { Row } from '../../ui/layout/row.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { useKeepFloor } from './floor-queries.ts';
import type { PlanSource } from './drawn-page.ts';
import { planBlob, readPlanFile, UnreadablePlan } from './plan-file.ts';
import classes from './floors.module.css';

const PlanPageDialog = lazy(async () => ({ default: (await import('./plan-page-dialog.tsx')).PlanPageDialog }));

interface PlanUploadProps {
  floor: Floor;
  isPrimary?: boolean;
}

/** Choosing a plan: a picture is sent at once, of a document the page is chosen first. It is drawn anew here before it is sent. */
export function PlanUpload({ floor, isPrimary = false }: PlanUploadProps) {
  const { t } = useTranslation();
  const keep = useKeepFloor();
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<PlanSource | null>(null);
  const close = (): void => {
    source?.close();
    setSource(null);
  };
  const send = useMutation({
    mutationFn: async ({ from, page }: { from: PlanSource; page: number }) => {
      const body = await planBlob(await from.draw(page));
      return call(floorsCalls.setPlan, { params: { id: floor.id }, body });
    },
    onSuccess: (after) => {
      keep(after);
      toastSuccess({ title: t('floors.plan.done', { floor: after.name }) });
    },
    onSettled: (_after, _failure, { from }) => {
      from.close();
      setSource(null);
    },
  });
  const read = useMutation({
    mutationFn: (file: File) => readPlanFile(file),
    onSuccess: (from) => (from.pages === 1 ? send.mutate({ from, page: 1 }) : setSource(from)),
  });
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.currentTarget.files?.[0];
    // The same file can be chosen again.
    event.currentTarget.value = '';
    send.reset();
    if (file !== undefined) read.mutate(file);
  };
  const failure = read.error ?? send.error;
  return (
    <Row as="span" inline wrap align="center" gap={8}>
      <input
        ref={input}
        type="file"
        className={classes.file}
        accept="image/png,image/jpeg,image/webp,application/pdf"
        aria-label={t('floors.plan.file')}
        tabIndex={-1}
        onChange={choose}
      />
      <Button
        {...(isPrimary ? {} : { variant: 'default' })}
        loading={read.isPending || send.isPending}
        leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t(floor.plan === null ? 'floors.plan.upload' : 'floors.plan.replace')}
      </Button>
      {failure !== null && (
        <span role="alert" className={classes.failure}>
          {t(failure instanceof UnreadablePlan ? 'floors.plan.unreadable' : `errors.${toApiError(failure).code}`)}
        </span>
      )}
      {source !== null && (
        <Suspense>
          <PlanPageDialog
            source={source}
            isBusy={send.isPending}
            onChoose={(page) => send.mutate({ from: source, page })}
            onClose={close}
          />
        </Suspense>
      )}
    </Row>
  );
}
