import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import type { StartFacts, StartStep } from './start-state.ts';
import classes from './start.module.css';

interface StepDoneProps {
  step: StartStep;
  facts: StartFacts;
  onContinue: () => void;
}

/** A step that was answered before: what was answered, and on. */
export function StepDone({ step, facts, onContinue }: StepDoneProps) {
  const { t } = useTranslation();
  const answer = step === 'organization' ? facts.organizationName : facts.sites.map(({ name }) => name).join(', ');
  return (
    <Stack gap={16} className={classes.watch}>
      <StatusLabel level="ok">{answer}</StatusLabel>
      <Row wrap gap={8}>
        <Button onClick={onContinue}>{t('common.actions.continue')}</Button>
      </Row>
    </Stack>
  );
}
