import type { EdgeState } from '@sightline/contracts/edges/edge';
import { useTranslation } from 'react-i18next';
import { edgeLevels } from '../../../features/edges/edge-state-level.ts';
import { StatusLabel } from '../../../ui/status/status-label.tsx';

/** Text of a machine: left to right, in every language, and not to be translated. */
export const machineText = (text: string | null) => (
  <bdi dir="ltr" translate="no">
    {text === null || text === '' ? '–' : text}
  </bdi>
);

/** A day and time that was formatted already. */
export const isolated = (text: string) => <bdi>{text}</bdi>;

function EdgeStateLabel({ state }: { state: EdgeState }) {
  const { t } = useTranslation();
  return <StatusLabel level={edgeLevels[state]}>{t(`edges.label.${state}`)}</StatusLabel>;
}

/** State of a core, as sign and word. */
export const edgeStateCell = (state: string) => <EdgeStateLabel state={state as EdgeState} />;

/** What was logged, and the fields that came with it. */
export const loggedCell = ({ message, fields }: { message: string; fields: Record<string, unknown> }) => (
  <bdi dir="ltr" translate="no">
    {message}{' '}
    {Object.keys(fields).length > 0 && <code style={{ overflowWrap: 'anywhere' }}>{JSON.stringify(fields)}</code>}
  </bdi>
);
