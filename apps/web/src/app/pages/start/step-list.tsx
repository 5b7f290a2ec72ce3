import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isDone, isReachable, pairedEdge, startSteps, type StartFacts, type StartStep } from './start-state.ts';
import classes from './start.module.css';

interface StepListProps {
  facts: StartFacts;
  current: StartStep;
  onChoose: (step: StartStep) => void;
}

/** What a done step answered; it stays visible. */
const useAnswer = (facts: StartFacts): ((step: StartStep) => string) => {
  const { t } = useTranslation();
  return (step) => {
    const site = facts.sites[0];
    const edge = pairedEdge(facts.edges);
    if (step === 'organization' && facts.organizationName !== null) return facts.organizationName;
    if (step === 'site' && site !== undefined) return `${site.name} · ${site.timeZone}`;
    if (step === 'core' && edge !== undefined) return `${edge.name} · ${t(`edges.state.${edge.state}`)}`;
    if (step === 'cameras' && facts.cameras.length > 0) return facts.cameras.map(({ name }) => name).join(', ');
    return t(`organizations.start.${step}Hint`);
  };
};

/** The steps at the start side: done ones with their answer, the current one marked. */
export function StepList({ facts, current, onChoose }: StepListProps) {
  const { t } = useTranslation();
  const answer = useAnswer(facts);
  return (
    <ol className={classes.steps}>
      {startSteps.map((step, index) => {
        const done = isDone(step, facts);
        return (
          <li key={step} className={classes.step} data-done={done}>
            <button
              type="button"
              className={classes.stepButton}
              disabled={!isReachable(step, facts)}
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onChoose(step)}
            >
              <span className={classes.number} data-state={step === current ? 'current' : done ? 'done' : 'open'}>
                {done && step !== current ? <IconCheck size={16} stroke={1.6} aria-hidden="true" /> : index + 1}
              </span>
              <span className={classes.stepName}>{t(`organizations.start.${step}`)}</span>
              <span className={classes.answer} dir="auto">
                {answer(step)}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
