// Renders each panel with the component that Grafana uses for it.
import { dateTime, FieldType, getDisplayProcessor } from '@grafana/data';
import { BigValue, PanelChrome, Table, TimeSeries, useTheme2 } from '@grafana/ui';
import { useEffect, useLayoutEffect, useState } from 'react';
import { load } from './data.js';
import { settings } from './settings.js';

const noRangeText = { from: 'now-3h', to: 'now' };
const timeRange = { from: dateTime(settings.from * 1000), to: dateTime(settings.to * 1000), raw: noRangeText };

function Empty({ panel, width, height }) {
  const center = { width, height, display: 'flex', alignItems: 'center', justifyContent: 'center', opacity: 0.6 };
  return <div style={center}>{panel.fieldConfig.defaults.noValue ?? 'No data'}</div>;
}

function Stat({ panel, frames, width, height }) {
  const theme = useTheme2();
  const fields = frames.flatMap((frame) => frame.fields.filter((field) => field.type === FieldType.number));
  const values = fields.map((field) => ({
    ...field.display(field.values.at(-1)),
    title: field.config.displayNameFromDS,
  }));
  if (!values.length) {
    const nothing = { type: FieldType.number, config: panel.fieldConfig.defaults };
    values.push(getDisplayProcessor({ field: nothing, theme })(null));
  }
  const { colorMode, graphMode, justifyMode, textMode, wideLayout } = panel.options;
  const auto = textMode === 'auto' ? (values.length > 1 ? 'value_and_name' : 'value') : textMode;
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      {values.map((value, i) => (
        <BigValue
          key={i}
          width={(width - 8 * (values.length - 1)) / values.length}
          height={height}
          value={value}
          count={values.length}
          textMode={auto}
          theme={theme}
          {...{ colorMode, graphMode, justifyMode, wideLayout }}
        />
      ))}
    </div>
  );
}

// Draws annotations as Grafana does: a line at the start, and a bar below the chart for the duration.
function Marks({ config, marks }) {
  const theme = useTheme2();
  useLayoutEffect(() => {
    config.addHook('drawAxes', (plot) => {
      const { ctx, bbox } = plot;
      ctx.save();
      for (const mark of marks) {
        const color = theme.visualization.getColorByName(mark.color);
        const [from, to] = [mark.from, mark.to].map((time) =>
          Math.min(bbox.left + bbox.width, Math.max(bbox.left, plot.valToPos(time, 'x', true))),
        );
        ctx.strokeStyle = color;
        ctx.setLineDash([4, 4]);
        ctx.beginPath();
        ctx.moveTo(from, bbox.top);
        ctx.lineTo(from, bbox.top + bbox.height);
        ctx.stroke();
        ctx.fillStyle = color;
        ctx.fillRect(from, bbox.top + bbox.height, Math.max(5, to - from), 5);
      }
      ctx.restore();
    });
  }, [config, marks, theme]);
  return null;
}

function Series({ panel, frames, width, height, marks }) {
  return (
    <TimeSeries
      frames={frames}
      width={width}
      height={height}
      timeZone="utc"
      timeRange={timeRange}
      legend={panel.options.legend}
      options={panel.options}
    >
      {(config) => <Marks config={config} marks={marks} />}
    </TimeSeries>
  );
}

function Rows({ panel, frames, width, height }) {
  return (
    <Table
      data={frames[0]}
      width={width}
      height={height}
      cellHeight={panel.options.cellHeight}
      initialSortBy={panel.options.sortBy}
      timeRange={timeRange}
    />
  );
}

const kinds = { stat: Stat, timeseries: Series, table: Rows };

export function Panel({ panel, marks, width, height }) {
  const theme = useTheme2();
  const [state, setState] = useState({});
  useEffect(() => {
    load(panel, theme).then(
      (frames) => setState({ frames }),
      (error) => {
        window.problems.push(`${panel.title}: ${error}`);
        setState({ error: String(error) });
      },
    );
  }, [panel, theme]);
  const Kind = kinds[panel.type];
  const body = (w, h) => {
    if (!state.frames) {
      return state.error ?? null;
    }
    const empty = panel.type !== 'stat' && !state.frames.some((frame) => frame.length);
    return empty ? (
      <Empty panel={panel} width={w} height={h} />
    ) : (
      <Kind panel={panel} frames={state.frames} width={w} height={h} marks={marks} />
    );
  };
  return (
    <div data-loaded={state.frames !== undefined || state.error !== undefined}>
      <PanelChrome title={panel.title} description={panel.description} width={width} height={height}>
        {body}
      </PanelChrome>
    </div>
  );
}
