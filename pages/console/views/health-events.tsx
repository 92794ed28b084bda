/** The health events of a resource or a subscription on a timeline. */
import { useEffect } from 'preact/hooks';
import { describeQuestion, isSameQuestion } from '../logic/event-question.ts';
import { MAX_PAGES } from '../logic/load-events.ts';
import { CallView } from '../parts/call-view.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { EventForm, useEventQuestion } from './event-form.tsx';
import { EventList } from './event-list.tsx';
import { takeAsked } from './open-timeline.ts';
import { useEvents } from './use-events.ts';

export function HealthEvents() {
  const call = useEvents();
  const form = useEventQuestion();
  useEffect(() => {
    if (takeAsked()) call.run(form.question);
  }, []);
  return (
    <Page id="health-events">
      <EventForm form={form} onLoad={call.run} />
      <CallView
        call={call}
        what="the health events"
        idle={
          <>
            <Icon name="pulse" />
            <p>Select a resource or a subscription to see its events.</p>
          </>
        }
      >
        {(loaded) => (
          <>
            {!isSameQuestion(loaded.query, form.question) && (
              <div class="note stale-note">
                <Icon name="stale" />
                <span>
                  <strong>You changed the form.</strong> Below are still {describeQuestion(loaded.query)}.
                </span>
                <button type="button" class="small" disabled={!form.isValid} onClick={() => call.run(form.question)}>
                  Show what the form asks
                </button>
                <button type="button" class="ghost small" onClick={() => form.change(loaded.query)}>
                  Undo the change
                </button>
              </div>
            )}
            <EventList
              key={`${loaded.query.scope} ${loaded.query.target}`}
              loaded={loaded}
              onMore={() => call.run({ ...loaded.query, pages: (loaded.query.pages ?? MAX_PAGES) + MAX_PAGES })}
              onClearFilter={() => {
                form.change({ filter: '' });
                call.run({ ...loaded.query, filter: '' });
              }}
            />
          </>
        )}
      </CallView>
    </Page>
  );
}
