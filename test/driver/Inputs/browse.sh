# browse.sh FOLDER PAGE: opens the page with a script of the test's own behind it, prints what that
# found, and leaves screenshots (light and dark) in the folder.
folder=$1
page=$2
cat > "$folder/probe.js" <<'JS'
window.addEventListener('load', () => {
  const all = (what) => [...document.querySelectorAll(what)];
  const value = all('.state')[2].querySelector('pre .value');
  all('.value').find((v) => v.dataset.name === '%x').click();
  const lines = all('.file table tr').filter((row) => row.id.startsWith('line-'));
  const found = [
    `errors: ${window.errorsSeen}`,
    `lines: ${lines.length}`,
    `text of line 5: ${document.querySelector('#line-5 .code').textContent}`,
    `badges of line 9: ${document.querySelector('#line-9 .badges').textContent}`,
    `states: ${all('.state').length}`,
    `followed in states: ${all('.state').filter((state) => state.querySelector('.followed')).length}`,
    `derivatives: ${all('#chosen option').length}`,
  ];
  const result = document.createElement('pre');
  result.id = 'probe';
  result.textContent = found.join('\n');
  document.body.append(result);
});
JS
{
  echo '<script>window.errorsSeen = 0; window.addEventListener("error", () => { window.errorsSeen++; });</script>'
  cat "$page"
  echo '<script>'
  cat "$folder/probe.js"
  echo '</script>'
} > "$folder/probed.html"
browse() {
  chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" --virtual-time-budget=5000 "$@" 2>> "$folder/browser.log"
}
browse --dump-dom "file://$folder/probed.html" | sed -n '/<pre id="probe">/,/<\/pre>/p' |
  sed -e 's/<pre id="probe">//' -e 's/<\/pre>.*//' -e 's/&lt;/</g' -e 's/&gt;/>/g' -e 's/&amp;/\&/g'
browse --window-size=1400,1800 --screenshot="$folder/light.png" "file://$page"
browse --window-size=1400,1800 --screenshot="$folder/dark.png" --enable-features=WebContentsForceDark --blink-settings=preferredColorScheme=0 "file://$page"
echo "screenshot: $(stat -c %s "$folder/light.png")"
