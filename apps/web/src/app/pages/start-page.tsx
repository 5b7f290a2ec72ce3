import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leftOrganization } from '../../platform/session/left-organization.ts';
import { useSession } from '../../platform/session/session-store.ts';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { CreateLocationForm } from '../../features/locations/form/create-location-form.tsx';
import { AccessEnded } from '../../features/organizations/access-ended.tsx';
import { CreateOrganizationForm } from '../../features/organizations/create-organization-form.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { CoreStep } from './start/core-step.tsx';
import { StepDone } from './start/step-done.tsx';
import { StepList } from './start/step-list.tsx';
import { firstOpenStep, isDone, type StartFacts, type StartStep } from './start/start-state.ts';
import { useStartFacts } from './start/use-start-facts.ts';
import { WatchStep } from './start/watch-step.tsx';
import classes from './start/start.module.css';

const CamerasStep = lazy(async () => ({ default: (await import('./start/cameras-step.tsx')).CamerasStep }));

interface WorkProps {
  step: StartStep;
  facts: StartFacts;
  onStep: (step: StartStep | null) => void;
}

function Work({ step, facts, onStep }: WorkProps) {
  if (step === 'core') return <CoreStep facts={facts} onDone={() => onStep('cameras')} />;
  if (step === 'cameras')
    return (
      <Suspense>
        <CamerasStep facts={facts} onDone={() => onStep('watch')} />
      </Suspense>
    );
  if (step === 'watch') return <WatchStep facts={facts} />;
  if (isDone(step, facts)) return <StepDone step={step} facts={facts} onContinue={() => onStep(null)} />;
  return step === 'organization' ? (
    <CreateOrganizationForm onCreated={() => onStep(null)} />
  ) : (
    <CreateLocationForm onCreated={() => onStep(null)} />
  );
}

/** What somebody without an organization, or with a new one, is led through; it begins anew with every organization. */
export function StartPage() {
  const session = useSession();
  const { activeOrganizationId } = session;
  const [isRead, setRead] = useState(false);
  const left = activeOrganizationId === null && !isRead ? leftOrganization(session) : null;
  return left === null ? (
    <Guide key={activeOrganizationId} />
  ) : (
    <AccessEnded name={left.name} onContinue={() => setRead(true)} />
  );
}

/** From an empty installation to the first minute recorded: steps at the start, the work beside them. */
function Guide() {
  const { t } = useTranslation();
  const facts = useStartFacts();
  const [chosen, setChosen] = useState<StartStep | null>(null);
  if (facts === null) return <LoadingRows />;
  const step = chosen ?? firstOpenStep(facts);
  return (
    <div className={classes.page}>
      <PageHeader title={t('organizations.start.title')}>
        {facts.organizationName !== null && (
          <ButtonLink to="/location/home" variant="subtle" color="gray">
            {t('organizations.start.later')}
          </ButtonLink>
        )}
      </PageHeader>
      <div className={classes.columns}>
        <div className={classes.guide}>
          <h2>{t('organizations.start.heading')}</h2>
          <p className={classes.lead}>{t('organizations.start.lead')}</p>
          <StepList facts={facts} current={step} onChoose={setChosen} />
        </div>
        <section className={classes.work}>
          <h2>{t(`organizations.start.${step}`)}</h2>
          <p className={classes.text}>{t(`organizations.start.${step}Text`)}</p>
          <Work key={step} step={step} facts={facts} onStep={setChosen} />
        </section>
      </div>
    </div>
  );
}
