// Renders one dashboard with Grafana's layout: 24 columns, rows of 30 pixels with gaps of 8 pixels.
import { createTheme, ThemeContext } from '@grafana/data';
import { GlobalStyles } from '@grafana/ui';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { annotations } from './data.js';
import { Panel } from './panels.jsx';
import { settings } from './settings.js';

const ROW = 38;
const GAP = 8;
const theme = createTheme({ colors: { mode: settings.theme } });

window.problems = [];
window.addEventListener('error', (event) => window.problems.push(event.message));
window.addEventListener('unhandledrejection', (event) => window.problems.push(String(event.reason)));

function Chosen({ label, value }) {
  const frame = { border: `1px solid ${theme.colors.border.medium}`, padding: '4px 10px', borderRadius: 2 };
  return (
    <span style={{ display: 'inline-flex' }}>
      <span style={{ ...frame, background: theme.colors.background.secondary }}>{label}</span>
      <span style={frame}>{value}</span>
    </span>
  );
}

function Dashboard({ dashboard, marks }) {
  const column = (window.innerWidth - 2 * 16 + GAP) / 24;
  const at = ({ x, y, w, h }) => ({
    style: { position: 'absolute', left: x * column, top: y * ROW },
    width: w * column - GAP,
    height: h * ROW - GAP,
  });
  const bottom = Math.max(...dashboard.panels.map(({ gridPos }) => gridPos.y + gridPos.h));
  return (
    <main style={{ padding: 16 }}>
      <header style={{ display: 'flex', gap: 16, alignItems: 'center', marginBottom: 12 }}>
        <strong style={{ fontSize: 18 }}>{dashboard.title}</strong>
        <Chosen label="Application" value={settings.app || 'All'} />
        <Chosen label="Query" value={settings.query || 'All'} />
        <span style={{ marginLeft: 'auto', opacity: 0.7 }}>
          {[settings.from, settings.to].map((t) => new Date(t * 1000).toISOString().slice(0, 16).replace('T', ' ')).join(' to ')} UTC
        </span>
      </header>
      <div style={{ position: 'relative', height: bottom * ROW }}>
        {dashboard.panels.map((panel) => {
          const { style, width, height } = at(panel.gridPos);
          return (
            <div key={panel.id} style={style}>
              {panel.type === 'row' ? (
                <h2 style={{ fontSize: 16, margin: 0, lineHeight: '30px' }}>{panel.title}</h2>
              ) : (
                <Panel panel={panel} marks={marks} width={width} height={height} />
              )}
            </div>
          );
        })}
      </div>
    </main>
  );
}

function Page() {
  const [loaded, setLoaded] = useState();
  useEffect(() => {
    fetch(`/dashboards/${settings.dashboard}.json`)
      .then((answer) => answer.json())
      .then(async (dashboard) => setLoaded({ dashboard, marks: await annotations(dashboard) }));
  }, []);
  return loaded ? <Dashboard {...loaded} /> : null;
}

document.body.style.background = theme.colors.background.canvas;
document.body.style.color = theme.colors.text.primary;
document.body.style.font = `14px ${theme.typography.fontFamily}`;
createRoot(document.getElementById('root')).render(
  <ThemeContext.Provider value={theme}>
    <GlobalStyles />
    <Page />
  </ThemeContext.Provider>,
);
