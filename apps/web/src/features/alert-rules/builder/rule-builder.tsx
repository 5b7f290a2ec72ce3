import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { BackTestPanel } from '../back-test/back-test-panel.tsx';
import { camerasOf } from './builder-queries.ts';
import { countsByLines, isDrawable, isOneCameraKind, shapesOf } from './drawing/shapes.ts';
import { RuleDrawing } from './drawing/rule-drawing.tsx';
import { KindPicture } from './picture/kind-picture.tsx';
import { RuleSummary } from './summary.tsx';
import type { useRuleForm } from './use-rule-form.ts';
import { useRuleReading } from './use-rule-reading.ts';
import { WaitsNotice } from './states/waits-notice.tsx';
import { aspectRatioOf, type LivePictureOf } from '../../../ui/drawing/drawn-camera.ts';
import classes from './builder.module.css';

// Asked for with the page, beside it: fields that count and choose weigh as much as all that is drawn.
const fields = import('./fields/rule-fields.tsx');
fields.catch(() => undefined); // whoever draws them says so

const RuleFields = lazy(async () => ({ default: (await fields).RuleFields }));

/** Id of the form, for the button in the head of the page. */
export const ruleFormId = 'rule-form';

interface RuleBuilderProps extends Pick<ReturnType<typeof useRuleForm>, 'form' | 'onSubmit' | 'failure'> {
  livePicture: LivePictureOf;
  /** What is said above the form. */
  notice?: ReactNode;
  /** What is known of a saved rule. */
  children?: ReactNode;
}

/** The form of a rule: what is drawn on the picture, what is said beside it, and what the rule will do. */
export function RuleBuilder({ form, onSubmit, failure, livePicture, notice, children }: RuleBuilderProps) {
  const { t } = useTranslation();
  const { values } = form;
  const { kind } = values.condition;
  const drawable = isDrawable(kind);
  const reading = useRuleReading();
  return (
    <form id={ruleFormId} onSubmit={onSubmit} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      {notice}
      <WaitsNotice condition={values.condition} cameraIds={values.cameraIds} />
      <div className={classes.builder} data-drawn={drawable}>
        {drawable && (
          <div className={classes.stage}>
            <Stage form={form} livePicture={livePicture} />
          </div>
        )}
        <div className={classes.fields}>
          <Intro kind={kind} />
          <Suspense fallback={<LoadingRows />}>
            <RuleFields form={form} />
          </Suspense>
          {failure !== null && (
            <div className={classes.group}>
              <FormFailure failure={failure} />
            </div>
          )}
        </div>
        <aside className={classes.side} aria-label={t('ruleBuilder.group.summary')}>
          <RuleSummary values={values} />
          {reading && <BackTestPanel rule={reading.readValues(values).input} />}
          {children}
        </aside>
      </div>
    </form>
  );
}

/** What the kind is for, with a picture of it. */
function Intro({ kind }: { kind: RuleBuilderProps['form']['values']['condition']['kind'] }) {
  const { t } = useTranslation();
  const said = useAlertWords();
  return (
    <section className={classes.intro}>
      <KindPicture kind={kind} />
      <div>
        <p className={classes.kind}>{said.kind(kind)}</p>
        <p className={classes.quiet}>{t(`alertRules.kindText.${kind}`)}</p>
      </div>
    </section>
  );
}

/** The picture to draw upon, once one camera is chosen. */
function Stage({ form, livePicture }: Pick<RuleBuilderProps, 'form' | 'livePicture'>) {
  const { t } = useTranslation();
  const { cameraIds, condition } = form.values;
  const cameras = useQuery({
    ...camerasOf(cameraIds),
    enabled: cameraIds.length > 0,
    placeholderData: keepPreviousData,
  }).data?.items;
  const camera = cameras?.find(({ id }) => id === cameraIds[0]);
  const isMany = cameraIds.length > 1;
  if (isMany && shapesOf(condition).length === 0)
    return <p className={classes.noStage}>{t('ruleBuilder.draw.manyCameras')}</p>;
  if (camera === undefined)
    return (
      <p className={classes.noStage}>
        {t(
          isOneCameraKind(condition.kind) || countsByLines(condition)
            ? 'ruleBuilder.draw.chooseCamera'
            : 'ruleBuilder.draw.chooseToDraw',
        )}
      </p>
    );
  const { can, posterUrl, status } = camera;
  return (
    <>
      <RuleDrawing
        key={camera.id}
        condition={condition}
        posterUrl={posterUrl}
        aspectRatio={aspectRatioOf(camera)}
        livePicture={can.live && status.state === 'online' ? () => livePicture(camera) : undefined}
        onChange={(next) => form.setFieldValue('condition', next)}
      />
      {form.errors['drawing'] !== undefined && (
        <p className={classes.wrong} role="alert">
          {form.errors['drawing']}
        </p>
      )}
    </>
  );
}
