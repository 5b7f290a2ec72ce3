import { Button, TextInput } from '@mantine/core';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { HeldBackFigures, UniformTraining } from '@sightline/contracts/uniforms/uniform';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { useRereadUniforms } from '../uniform-queries.ts';
import { useNameProblem } from '../use-name-problem.ts';
import { MarkGrid } from './mark-grid.tsx';
import { useHeldBackWords } from './use-held-back-words.ts';
import { useMarks } from './use-marks.ts';
import classes from '../uniforms.module.css';

interface TrainingFormProps {
  training: UniformTraining;
  onSaved: () => void;
  onClose: () => void;
}

/** Name, images to mark, how well the result does on images that are held back, and saving it. */
export function TrainingForm({ training, onSaved, onClose }: TrainingFormProps) {
  const { t } = useTranslation();
  const reread = useRereadUniforms();
  const nameProblem = useNameProblem();
  const { marks, sent, isEnough, measured, isTold, mark, markRest } = useMarks(training);
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: training.name },
    validate: { name: nameProblem },
    send: ({ name }) =>
      call(uniformsCalls.saveTraining, { params: { id: training.id }, body: { name: name.trim(), ...sent } }),
    onDone: async ({ name }) => {
      toastSuccess({ title: t('uniforms.training.done', { name }) });
      onSaved();
      await reread();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap={16}>
        <TextInput label={t('uniforms.form.name')} maxLength={120} {...form.getInputProps('name')} />
        <p className={classes.text}>{t('uniforms.training.lead')}</p>
        <MarkGrid images={training.images} marks={marks} onMark={mark} onMarkRest={markRest} />
        <div className={classes.told} role="status">
          <strong>{t('uniforms.training.marked', { same: sent.same.length, other: sent.other.length })}</strong>
          {!isEnough && <p>{t('uniforms.training.least')}</p>}
          {isEnough && !isTold && measured.error === null && <p>{t('uniforms.training.measuring')}</p>}
          {isTold && measured.data !== undefined && <Told figures={measured.data} />}
        </div>
        {isEnough && measured.error !== null && <FormFailure failure={measured.error} />}
        {failure !== null && <FormFailure failure={failure} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.close')}
        </Button>
        <Button type="submit" loading={isSending} disabled={!isTold}>
          {t('uniforms.training.save')}
        </Button>
      </DialogActions>
    </form>
  );
}

function Told({ figures }: { figures: HeldBackFigures }) {
  const { precision, recall } = useHeldBackWords(figures);
  return (
    <>
      <p>{precision}</p>
      {recall !== '' && <p>{recall}</p>}
    </>
  );
}
