import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { tabOf, type Problem } from './camera-problems.ts';
import { shownFields } from './draft-fields.ts';
import type { EditTab } from './edit-tabs.ts';
import type { CameraEdit } from './use-camera-edit.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import classes from './camera-edit.module.css';

interface SaveBarProps {
  edit: CameraEdit;
  onTab: (tab: EditTab) => void;
}

/** The one place where everything that was changed is saved; says what keeps it from being saved, and where. */
export function SaveBar({ edit, onTab }: SaveBarProps) {
  const { t } = useTranslation();
  const { changed, problems, failure } = edit;
  const isConflict = failure !== null && toApiError(failure).code === 'conflict';
  const isDirty = changed.length > 0;
  const problemText = (problem: Problem) => (
    <li key={problem}>
      <button type="button" className={classes.problem} onClick={() => onTab(tabOf[problem])}>
        {t(`cameraEdit.tabs.${tabOf[problem]}`)}
      </button>{' '}
      {t(`cameraEdit.problems.${problem}`)}
    </li>
  );
  return (
    <Row as="footer" wrap align="center" gap={8} className={classes.bar}>
      <div className={classes.said}>
        {failure !== null && <FormFailure failure={failure} />}
        {isDirty && edit.both.length > 0 && <ChangedByBoth fields={edit.both} onTab={onTab} />}
        {isDirty && problems.length > 0 && (
          <Stack as="ul" gap={2} className={classes.problems} aria-live="polite">
            {problems.map(problemText)}
          </Stack>
        )}
        {problems.length === 0 && failure === null && (
          <p className={classes.state}>
            {isDirty ? t('cameraEdit.bar.changed', { count: changed.length }) : t('cameraEdit.bar.unchanged')}
          </p>
        )}
      </div>
      {isConflict && (
        <Button variant="default" loading={edit.isReloading} onClick={edit.reload}>
          {t('cameraEdit.bar.reload')}
        </Button>
      )}
      <Button variant="default" disabled={!isDirty || edit.isSaving} onClick={edit.discard}>
        {t('cameraEdit.bar.discard')}
      </Button>
      <Button loading={edit.isSaving} disabled={!isDirty || problems.length > 0} onClick={edit.save}>
        {t('common.actions.save')}
      </Button>
    </Row>
  );
}

/** Names what somebody else changed as well, so that nothing of theirs is overwritten unseen. */
function ChangedByBoth({ fields, onTab }: { fields: readonly string[]; onTab: (tab: EditTab) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <p role="status">{t('cameraEdit.bar.both')}</p>
      <Stack as="ul" gap={2} className={classes.problems}>
        {shownFields(fields).map(({ field, tab, label }) => (
          <li key={field}>
            <button type="button" className={classes.problem} onClick={() => onTab(tab)}>
              {t(`cameraEdit.tabs.${tab}`)}
            </button>{' '}
            {t(label)}
          </li>
        ))}
      </Stack>
    </>
  );
}
