import type { ErrorDefinitions } from '../../error-definitions.ts'

export const floorPlanErrors = {
  'floor-plan.not-found': {
    status: 404,
    en: 'This floor plan no longer exists. Reload the page.',
    zh: '该平面图已不存在，请刷新页面。',
    'zh-tw': '此平面圖已不存在，請重新整理頁面。',
  },
  'floor-plan.name-taken': {
    status: 409,
    en: 'This site already has a floor plan with this name. Choose another name.',
    zh: '该场所已有同名的平面图，请换一个名称。',
    'zh-tw': '此場所已有同名的平面圖，請換一個名稱。',
  },
  'floor-plan.too-many': {
    status: 422,
    en: 'A site can have at most {max} floor plans. Delete one that is no longer needed.',
    zh: '一个场所最多可有 {max} 张平面图，请先删除不再需要的平面图。',
    'zh-tw': '一個場所最多可有 {max} 張平面圖，請先刪除不再需要的平面圖。',
  },
  'floor-plan.changed-meanwhile': {
    status: 409,
    en: 'Somebody else has just changed this floor plan. Load it again before you save.',
    zh: '其他人刚修改过该平面图。请刷新查看后再保存。',
    'zh-tw': '其他人剛修改過此平面圖。請重新整理查看後再儲存。',
  },
  'floor-plan.place-elsewhere': {
    status: 422,
    en: 'A door, an area or a muster point on this plan has been deleted or belongs to another site. Reload the page.',
    zh: '平面图上的某个门、区域或集合点已被删除，或属于其他场所。请刷新页面。',
    'zh-tw': '平面圖上的某個門、區域或集合點已被刪除，或屬於其他場所。請重新整理頁面。',
  },
  'floor-plan.file-missing': {
    status: 400,
    en: 'No file arrived. Choose a PNG, JPEG, SVG or PDF file.',
    zh: '未收到文件。请选择 PNG、JPEG、SVG 或 PDF 文件。',
    'zh-tw': '未收到檔案。請選擇 PNG、JPEG、SVG 或 PDF 檔案。',
  },
  'floor-plan.file-too-large': {
    status: 413,
    en: 'This file is larger than {max} MB. Export the plan at a lower resolution, or only the page that you need.',
    zh: '文件超过 {max} MB。请以较低的分辨率导出平面图，或仅导出所需的页面。',
    'zh-tw': '檔案超過 {max} MB。請以較低的解析度匯出平面圖，或僅匯出所需的頁面。',
  },
  'floor-plan.unreadable': {
    status: 422,
    en: 'This file cannot be read as a plan. Open it in your drawing program and export it as PNG, JPEG, SVG or PDF.',
    zh: '无法将该文件读取为平面图。请用绘图软件打开，并导出为 PNG、JPEG、SVG 或 PDF。',
    'zh-tw': '無法將此檔案讀取為平面圖。請用繪圖軟體開啟，並匯出為 PNG、JPEG、SVG 或 PDF。',
  },
  'floor-plan.too-many-pixels': {
    status: 422,
    en: 'This picture has {width} × {height} pixels. Export it with at most {max} million pixels; 4,000 on its longer side are plenty.',
    zh: '该图片为 {width} × {height} 像素。请以不超过 {max} 百万像素导出，长边 4000 像素即已足够。',
    'zh-tw': '此圖片為 {width} × {height} 像素。請以不超過 {max} 百萬像素匯出，長邊 4000 像素即已足夠。',
  },
  'floor-plan.too-small': {
    status: 422,
    en: 'This picture has only {width} × {height} pixels. Choose one with at least {min} on each side.',
    zh: '该图片仅有 {width} × {height} 像素。请选择每边至少 {min} 像素的图片。',
    'zh-tw': '此圖片僅有 {width} × {height} 像素。請選擇每邊至少 {min} 像素的圖片。',
  },
  'floor-plan.too-complex': {
    status: 422,
    en: 'Drawing this file takes too long or needs too much memory. Export it as PNG and upload that.',
    zh: '绘制该文件耗时过长或占用内存过多。请将其导出为 PNG 后再上传。',
    'zh-tw': '繪製此檔案耗時過長或占用過多記憶體。請將其匯出為 PNG 後再上傳。',
  },
  'floor-plan.svg-forbidden': {
    status: 422,
    en: 'This SVG contains {what}, which a plan may not have. Export it as plain SVG without scripts and links, or as PNG.',
    zh: '该 SVG 包含平面图不允许的内容：{what}。请导出为不含脚本和链接的普通 SVG，或导出为 PNG。',
    'zh-tw': '此 SVG 包含平面圖不允許的內容：{what}。請匯出為不含指令碼和連結的一般 SVG，或匯出為 PNG。',
  },
  'floor-plan.pdf-locked': {
    status: 422,
    en: 'This PDF is protected with a password. Save it without one, or export the page as PNG.',
    zh: '该 PDF 受密码保护。请另存为无密码的文件，或将所需页面导出为 PNG。',
    'zh-tw': '此 PDF 受密碼保護。請另存為無密碼的檔案，或將所需頁面匯出為 PNG。',
  },
  'floor-plan.no-such-page': {
    status: 422,
    en: 'This PDF has {count} {count|page|pages}. Choose one of {count|it|them}.',
    zh: '该 PDF 共有 {count} 页，请选择其中一页。',
    'zh-tw': '此 PDF 共有 {count} 頁，請選擇其中一頁。',
  },
} as const satisfies ErrorDefinitions
