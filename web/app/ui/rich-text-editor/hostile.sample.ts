/** Texts that would each call `hit` if they were executed; the last ones are mutation XSS. */
export const hostileTexts = [
  '<img src=x onerror="hit()">',
  '<a href="javascript:hit()">link</a>',
  '<a href=" java&#10;script:hit()">link</a>',
  '<a href="data:text/html,<script>hit()</script>">link</a>',
  '<svg onload="hit()"><a xlink:href="javascript:hit()"><text>svg</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=hit()>#x"></svg>',
  '<template><img src=x onerror="hit()"></template>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe><object data="javascript:hit()"></object>',
  '<p onmouseover="hit()" style="background:url(javascript:hit())">texto</p>',
  '<style>@import "//evil.example/x.css"; p { background: url(//evil.example/y) }</style><script>hit()</script>',
  '<base href="https://evil.example/"><form action="javascript:hit()"><button>enviar</button></form>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=hit()>">',
  '<noscript><p title="</noscript><img src=x onerror=hit()>"></noscript>',
  '<div data-pm-slice="1 1 -9 [&quot;image&quot;,{&quot;src&quot;:&quot;x&quot;}]"><img src=x onerror=hit()></div>',
];
