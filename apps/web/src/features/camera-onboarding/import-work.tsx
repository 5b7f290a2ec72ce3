import { Button, Progress } from '@mantine/core';
import { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { CameraImport } from '@sightline/contracts/camera-onboarding/camera-import';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { isCutOff } from './bring-list.ts';
import { ImportRows } from './import-rows.tsx';
import classes from './onboarding.module.css';
import { importById } from './onboarding-queries.ts';
import { saveResult } from './save-result.ts';
import { Steps } from './steps.tsx';
import { useFaultWords } from './use-fault-words.ts';

interface ImportWorkProps {
  importId: string;
  /** Names of the steps; the work is the second, cameras the third. */
  steps: readonly string[];
  onBack: () => void;
  /** What can be done once cameras were made. */
  next: ReactNode;
}

type Start = { action: 'test' | 'create' | 'again'; lines?: number[] };

/** A list of cameras on the server: its rows are looked at and made there, whether this page stays open or not. */
export function ImportWork({ importId, steps, onBack, next }: ImportWorkProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const list = useQuery(importById(importId));
  const params = { id: importId };
  const keep = async (kept: CameraImport): Promise<void> => {
    client.setQueryData(importById(importId).queryKey, kept);
    await client.invalidateQueries({ queryKey: callKey(cameraImportsCalls.rows) });
    await client.invalidateQueries({ queryKey: callKey(camerasCalls.list) });
  };
  const start = useMutation({
    mutationFn: (body: Start) => call(cameraImportsCalls.start, { params, body }),
    onSuccess: keep,
  });
  const cancel = useMutation({ mutationFn: () => call(cameraImportsCalls.cancel, { params }), onSuccess: keep });
  const faultWords = useFaultWords();
  const save = useMutation({
    mutationFn: () => saveResult(importId, { failure: (code) => t(`errors.${code}`), fault: faultWords }),
  });
  if (list.data === undefined) {
    if (list.error === null) return <LoadingRows rows={4} />;
    return (
      <ErrorState title={t('cameraOnboarding.work.failed')} failure={list.error} onRetry={() => void list.refetch()} />
    );
  }
  const { counts, work, cause } = list.data;
  if (isCutOff(list.data)) return <CutOff list={list.data} onBack={onBack} />;
  const isWorking = work !== 'none';
  const again = counts.failed - counts.wrong;
  // What was read before stays on the screen while the server does not answer; it is asked again.
  const failure = start.error ?? cancel.error ?? save.error ?? list.error;
  return (
    <>
      <Steps names={steps} current={!isWorking && counts.created > 0 && counts.open === 0 ? 2 : 1} />
      <Section data-testid="import-work" data-work={work}>
        <Stack gap={16}>
          <Counts list={list.data} />
          {cause !== null && <p role="alert">{t(`errors.${cause}`)}</p>}
          {failure !== null && <FormFailure failure={failure} />}
          <FormActions>
            {isWorking ? (
              <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                {t('common.actions.cancel')}
              </Button>
            ) : (
              <>
                <Button variant="default" onClick={onBack}>
                  {t('cameraOnboarding.steps.back')}
                </Button>
                <Button
                  variant="default"
                  disabled={counts.open === 0}
                  loading={start.isPending}
                  onClick={() => start.mutate({ action: 'test' })}
                >
                  {t('cameraOnboarding.work.test')}
                </Button>
                {again > 0 && (
                  <Button variant="default" loading={start.isPending} onClick={() => start.mutate({ action: 'again' })}>
                    {t('cameraOnboarding.work.again', { count: again })}
                  </Button>
                )}
                {counts.open > 0 && (
                  <Button loading={start.isPending} onClick={() => start.mutate({ action: 'create' })}>
                    {t('cameraOnboarding.work.create', { count: counts.open })}
                  </Button>
                )}
                <Button variant="subtle" color="gray" loading={save.isPending} onClick={() => save.mutate()}>
                  {t('cameraOnboarding.work.save')}
                </Button>
                {counts.created > 0 && next}
              </>
            )}
          </FormActions>
          <ImportRows
            importId={importId}
            counts={counts}
            isWorking={isWorking}
            onTest={(line) => start.mutate({ action: 'test', lines: [line] })}
          />
        </Stack>
      </Section>
    </>
  );
}

/** A list of which the rest never came: it can be taken away, and brought again. */
function CutOff({ list: { id, counts, expectedRows }, onBack }: { list: CameraImport; onBack: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(cameraImportsCalls.remove, { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: callKey(cameraImportsCalls.list) });
      onBack();
    },
  });
  return (
    <Section data-testid="import-cut-off">
      <p role="alert">
        {t('cameraOnboarding.work.cutOff', {
          came: formatCount(counts.total),
          expected: formatCount(expectedRows ?? 0),
        })}
        . {t('errors.camera_import_incomplete')}
      </p>
      {remove.error !== null && <FormFailure failure={remove.error} />}
      <FormActions>
        <Button variant="default" onClick={onBack}>
          {t('cameraOnboarding.steps.back')}
        </Button>
        <Button loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('cameraOnboarding.work.remove')}
        </Button>
      </FormActions>
    </Section>
  );
}

/** How far the work on a list is. */
function Counts({ list: { counts, work } }: { list: CameraImport }) {
  const { t } = useTranslation();
  const done = counts.total - counts.waiting;
  return (
    <>
      <Row as="p" wrap gap={24} rowGap={4} className={classes.counts} role="status">
        {(['total', 'tested', 'created', 'failed'] as const).map((name) => (
          <span key={name}>{t(`cameraOnboarding.work.count.${name}`, { shown: formatCount(counts[name]) })}</span>
        ))}
      </Row>
      {work !== 'none' && (
        <Stack gap={4}>
          <span>{work === 'test' ? t('cameraOnboarding.work.testing') : t('cameraOnboarding.work.creating')}</span>
          <Progress
            className={classes.progress ?? ''}
            value={(done / Math.max(1, counts.total)) * 100}
            size="sm"
            aria-label={t('cameraOnboarding.work.progress')}
          />
          <span className={classes.small}>{t('cameraOnboarding.work.mayLeave')}</span>
        </Stack>
      )}
    </>
  );
}
