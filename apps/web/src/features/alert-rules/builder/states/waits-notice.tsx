import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { IconHourglassEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../platform/session/may.ts';
import { useAlertWords } from '../../../../ui/alerts/use-alert-words.ts';
import { allCores, camerasOf } from '../builder-queries.ts';
import type { ConditionDraft } from '../rule-values.ts';
import { whatIsMissing } from './what-is-missing.ts';
import classes from '../builder.module.css';

/** Says above the form that the rule waits for what no core has yet; nothing while a core has it, or while that is not known. */
export function WaitsNotice({ condition, cameraIds }: { condition: ConditionDraft; cameraIds: readonly string[] }) {
  const { t } = useTranslation();
  const said = useAlertWords();
  const { kind } = condition;
  const seesCores = useMay('CoreView');
  const isAsked = seesCores && ruleKinds[kind].needs !== null;
  const cores = useQuery({ ...allCores(), enabled: isAsked }).data?.items;
  const cameras = useQuery({ ...camerasOf(cameraIds), enabled: isAsked && cameraIds.length > 0 }).data?.items;
  const missing = whatIsMissing(
    condition,
    cores,
    cameraIds.length === 0 ? undefined : cameras?.map(({ edgeId }) => edgeId),
  );
  if (missing === null) return null;
  return (
    <p className={classes.waits} role="status">
      <IconHourglassEmpty size={18} stroke={1.6} aria-hidden="true" />
      <span>{t(`ruleBuilder.waits.${missing}`, { kind: said.kind(kind) })}</span>
    </p>
  );
}
